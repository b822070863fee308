package io.verbena.sriov;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.verbena.sriov", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theModelKnowsTheJdkTheContractsAndItself = classes()
            .that()
            .resideInAPackage("..vf.model..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.verbena.contracts..", "..vf.model..");

    @ArchTest
    static final ArchRule nobodyKnowsPersistence = noClasses()
            .that()
            .resideOutsideOfPackage("..vf.persistence..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..vf.persistence..");

    @ArchTest
    static final ArchRule nobodyKnowsTheWeb = noClasses()
            .that()
            .resideOutsideOfPackage("..vf.web..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..vf.web..");

    @ArchTest
    static final ArchRule persistenceKnowsNoApplication = noClasses()
            .that()
            .resideInAPackage("..vf.persistence..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..application..", "..provisioning..", "..reconcile..", "..sriov.nic..", "..tenancy..");

    @ArchTest
    static final ArchRule onlyTheReconcilerProgramsNics = noClasses()
            .that()
            .resideOutsideOfPackages("..reconcile..", "..sriov.nic..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..sriov.nic..");

    @ArchTest
    static final ArchRule onlySagasTalkToTheLedger = noClasses()
            .that()
            .resideOutsideOfPackages("..provisioning..", "..tenancy..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..tenancy..");

    @ArchTest
    static final ArchRule packagesFormNoCircles =
            slices().matching("io.verbena.sriov.(**)").should().beFreeOfCycles();
}
