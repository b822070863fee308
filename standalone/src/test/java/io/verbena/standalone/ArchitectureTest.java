package io.verbena.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.verbena.standalone", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theTerminalKnowsNothingOfVerbena = noClasses()
            .that()
            .resideInAPackage("..standalone.terminal..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..standalone.system..", "..standalone.demo..", "io.verbena.nic..", "org.springframework..");

    @ArchTest
    static final ArchRule theSystemDoesNotKnowWhatIsPlayedOnIt = noClasses()
            .that()
            .resideInAPackage("..standalone.system..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..standalone.demo..", "..standalone.terminal..");

    @ArchTest
    static final ArchRule onlyTheSystemKnowsSpringAndTheServices = noClasses()
            .that()
            .resideOutsideOfPackage("..standalone.system..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..", "io.verbena.tenant..", "io.verbena.sriov..", "io.verbena.telemetry..");

    /** The scenario is a client of services and NICs, wherever they are. */
    @ArchTest
    static final ArchRule theScenarioKnowsOnlyWhatCrossesProcessBorders = noClasses()
            .that()
            .resideInAPackage("..standalone.demo..")
            .and()
            .doNotHaveSimpleName("Target")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.verbena.nic..", "..standalone.system..");
}
