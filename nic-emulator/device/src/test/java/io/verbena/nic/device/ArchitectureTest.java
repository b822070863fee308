package io.verbena.nic.device;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.verbena.nic.device", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theRealShellKnowsNothingOfTheSimulatedOne =
            noClasses().should().dependOnClassesThat().resideInAPackage("..fabric.sim..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.verbena.nic.device.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyTheShellAndItsPortMakeSystemCalls = noClasses()
            .that()
            .resideInAnyPackage("..admin..", "..control..", "..telemetry..", "..report..", "..exercise..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..device.linux..", "..device.udp..");
}
