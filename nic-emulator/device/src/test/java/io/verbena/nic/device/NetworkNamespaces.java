package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Two network namespaces with a cable between them that carries packets, not trains: segmentation offload is off, so that
 * a capture on it shows what a wire would carry. Root's only.
 */
final class NetworkNamespaces implements AutoCloseable {
    static final int MTU_BYTES = 1500;
    private static final int CLONE_NEWNET = 0x4000_0000;
    private static final int LIMIT_SECONDS = 20;

    private final String a = "verbena-a-" + ProcessHandle.current().pid();
    private final String b = "verbena-b-" + ProcessHandle.current().pid();

    /** Skips the test, with a word, where they cannot be had. */
    NetworkNamespaces() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        for (String tool : List.of("ip", "ethtool", "tcpdump")) {
            assumeTrue(succeeds("which", tool), tool + " is missing");
        }
        assumeTrue(succeeds("ip", "netns", "add", a), "no network namespaces here");
        run("ip", "netns", "add", b);
        run("ip", "link", "add", "vb0", "netns", a, "type", "veth", "peer", "name", "vb0", "netns", b);
        setUp(a, "1");
        setUp(b, "2");
    }

    private static void setUp(String namespace, String host) throws IOException {
        inside(namespace, "ip", "link", "set", "lo", "up");
        inside(namespace, "ip", "link", "set", "vb0", "mtu", Integer.toString(MTU_BYTES), "up");
        inside(namespace, "ip", "address", "add", "10.99.0." + host + "/24", "dev", "vb0");
        inside(namespace, "ethtool", "-K", "vb0", "tx-udp-segmentation", "off");
    }

    private static void inside(String namespace, String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(List.of(command));
        run(all.toArray(String[]::new));
    }

    static void run(String... command) throws IOException {
        assertThat(succeeds(command)).as(String.join(" ", command)).isTrue();
    }

    private static boolean succeeds(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.onExit()
                        .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                        .join()
                        .exitValue()
                == 0;
    }

    /** Does something in the first namespace; sockets that it opens stay there. */
    <T> T inA(Callable<T> action) throws Exception {
        return on(a, action);
    }

    <T> T inB(Callable<T> action) throws Exception {
        return on(b, action);
    }

    /** On a thread of its own, which ends with it: a thread keeps the namespace that it has entered. */
    private static <T> T on(String namespace, Callable<T> action) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                enter(namespace);
                result.complete(action.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static void enter(String namespace) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle open = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("open"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        MethodHandle setns = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("setns"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        MethodHandle close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) open.invokeExact(arena.allocateFrom("/var/run/netns/" + namespace), 0);
            int entered = (int) setns.invokeExact(descriptor, CLONE_NEWNET);
            int closed = (int) close.invokeExact(descriptor);
            assertThat(entered + closed).as("setns to " + namespace).isZero();
        }
    }

    /** Begins to write what passes the first namespace's end of the cable. */
    Capture capture(Path file, String filter) throws Exception {
        Path words = Path.of(file + ".log");
        Process process = new ProcessBuilder(
                        "ip",
                        "netns",
                        "exec",
                        a,
                        "tcpdump",
                        "-i",
                        "vb0",
                        "-w",
                        file.toString(),
                        "-B",
                        "65536",
                        "-s",
                        "0",
                        "-U",
                        "--immediate-mode",
                        "-Z",
                        "root",
                        filter)
                .redirectError(words.toFile())
                .start();
        long startNs = System.nanoTime();
        while (!Files.exists(words) || !Files.readString(words).contains("listening on")) {
            assertThat(process.isAlive()).as("tcpdump is alive").isTrue();
            assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
            Thread.onSpinWait();
        }
        return new Capture(process, words);
    }

    record Capture(Process process, Path words) {
        /** Ends it once what it has written is as it should be, or after a while; gives what tcpdump said. */
        String end(BooleanSupplier complete) throws IOException, InterruptedException {
            long startNs = System.nanoTime();
            while (!complete.getAsBoolean() && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                Thread.onSpinWait();
            }
            process.toHandle().destroy();
            process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            return Files.readString(words);
        }
    }

    @Override
    public void close() throws IOException {
        succeeds("ip", "netns", "delete", a);
        succeeds("ip", "netns", "delete", b);
    }
}
