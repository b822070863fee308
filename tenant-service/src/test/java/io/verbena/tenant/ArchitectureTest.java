package io.verbena.tenant;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;

@AnalyzeClasses(packages = "io.verbena.tenant", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule QUOTA_IS_WEB_THEN_APPLICATION_THEN_MODEL_AND_PERSISTENCE_BELOW = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("io.verbena.tenant.quota..")
            .layer("web")
            .definedBy("..quota.web..")
            .layer("application")
            .definedBy("..quota.application..")
            .layer("model")
            .definedBy("..quota.model..")
            .layer("persistence")
            .definedBy("..quota.persistence..")
            .whereLayer("web")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("application")
            .mayOnlyBeAccessedByLayers("web")
            .whereLayer("persistence")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("model")
            .mayOnlyBeAccessedByLayers("web", "application", "persistence");

    @ArchTest
    static final ArchRule THE_MODEL_KNOWS_THE_JDK_CONTRACTS_AND_ITSELF = classes()
            .that()
            .resideInAPackage("..quota.model..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..", "org.jspecify..", "io.verbena.contracts..", "io.verbena.tenant.quota.model.."));

    @ArchTest
    static final ArchRule THE_TREE_KNOWS_NO_OTHER_FEATURE = noClasses()
            .that()
            .resideInAPackage("io.verbena.tenant.tenant..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.verbena.tenant.quota..", "io.verbena.tenant.issuer..");

    @ArchTest
    static final ArchRule FEATURES_DO_NOT_GO_ROUND =
            slices().matching("io.verbena.tenant.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ENTITIES_STAY_IN_THEIR_PACKAGE =
            classes().that().areAnnotatedWith(Entity.class).should().bePackagePrivate();

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_THINGS_ARE = noClasses()
            .should()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Impl");

    @ArchTest
    static final ArchRule NOTHING_IS_INJECTED_INTO_FIELDS =
            noClasses().should().dependOnClassesThat().haveSimpleName("Autowired");
}
