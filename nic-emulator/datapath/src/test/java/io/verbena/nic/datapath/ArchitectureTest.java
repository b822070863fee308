package io.verbena.nic.datapath;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Holds the levels of the packages and the purity of the core: bytes, time and commands in, nothing else. */
@AnalyzeClasses(packages = "io.verbena.nic.datapath", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "io.verbena.nic.datapath";
    private static final String[] BLOCKS = {
        ROOT + ".doorbell..",
        ROOT + ".scheduler..",
        ROOT + ".fetch..",
        ROOT + ".packet..",
        ROOT + ".translation..",
        ROOT + ".dma..",
        ROOT + ".reliability..",
        ROOT + ".completion.."
    };

    @ArchTest
    static final ArchRule usesOnlyPackagesOfLowerLevels = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("ground")
            .definedBy(ROOT + ".wire..", ROOT + ".abi..", ROOT + ".memory..", ROOT + ".time..", ROOT + ".observe..")
            .layer("qp")
            .definedBy(ROOT + ".qp..")
            .layer("blocks")
            .definedBy(BLOCKS)
            .layer("pipeline")
            .definedBy(ROOT + ".pipeline..")
            .layer("function")
            .definedBy(ROOT + ".function..")
            .layer("admin")
            .definedBy(ROOT + ".admin..")
            .layer("nic")
            .definedBy(ROOT)
            .whereLayer("nic")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("admin")
            .mayOnlyBeAccessedByLayers("nic")
            .whereLayer("function")
            .mayOnlyBeAccessedByLayers("nic", "admin")
            .whereLayer("pipeline")
            .mayOnlyBeAccessedByLayers("nic", "admin", "function")
            .whereLayer("blocks")
            .mayOnlyBeAccessedByLayers("nic", "admin", "function", "pipeline")
            .whereLayer("qp")
            .mayOnlyBeAccessedByLayers("nic", "admin", "function", "pipeline", "blocks");

    @ArchTest
    static final ArchRule blocksDoNotKnowEachOther = slices().matching(
                    ROOT + ".(doorbell|scheduler|fetch|packet|translation|dma|reliability|completion)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule dependsOnTheJdkAndJspecifyOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(ROOT + "..", "java..", "org.jspecify.annotations.."));

    /** InetAddress parses literals in {@code wire.Gid} and never asks the network. */
    private static final DescribedPredicate<JavaClass> OUTSIDE_WORLD = resideInAnyPackage(
                    "java.net..",
                    "java.nio.channels..",
                    "java.nio.file..",
                    "java.io..",
                    "java.time..",
                    "java.util.concurrent..",
                    "java.util.logging..",
                    "java.util.random..")
            .and(DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(
                    java.net.InetAddress.class, java.net.UnknownHostException.class)))
            .or(JavaClass.Predicates.belongToAnyOf(
                    Thread.class,
                    java.util.Random.class,
                    java.util.SplittableRandom.class,
                    java.util.Timer.class,
                    System.Logger.class));

    @ArchTest
    static final ArchRule touchesNothingOutside = noClasses().should().dependOnClassesThat(OUTSIDE_WORLD);

    @ArchTest
    static final ArchRule readsNoClock = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule onlyMemorySeesAnArena = noClasses()
            .that(resideOutsideOfPackage(ROOT + ".memory.."))
            .should()
            .dependOnClassesThat(JavaClass.Predicates.assignableTo(Arena.class))
            .orShould()
            .callMethod(MemorySegment.class, "reinterpret", long.class);
}
