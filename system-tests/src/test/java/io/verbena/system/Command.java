package io.verbena.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process: one of Verbena's commands with its own folder, or a tool. */
final class Command {
    private static final Duration LIMIT = Duration.ofSeconds(240);
    private static final int STOP_SECONDS = 60;

    /** How a process ended, and all that it wrote to either stream. */
    record Ended(int exitCode, String output) {
        List<String> lines() {
            return output.lines().toList();
        }
    }

    private Command() {}

    /** The arguments that run {@code ./verbena ARGUMENTS} on this build's classes, with {@code folder} as the user's. */
    static List<String> verbena(Path folder, String... arguments) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-Dorg.springframework.boot.logging.LoggingSystem=none",
                "-Dverbena.home=" + folder,
                "-Dverbena.start.folder=" + folder,
                "-cp",
                classPath,
                "io.verbena.standalone.Main"));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Runs to the end. */
    static Ended run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("verbena-system-test", ".out");
        try {
            Process process = start(command, output);
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
                process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
                throw new AssertionError(command.getFirst() + " " + command.getLast() + " ran longer than " + LIMIT
                        + ":\n" + Files.readString(output));
            }
            return new Ended(process.exitValue(), Files.readString(output, UTF_8));
        } finally {
            Files.delete(output);
        }
    }

    static Ended run(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    /** Starts and lets run; both streams go to a file. */
    static Process start(List<String> command, Path output) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Whether there is such a program on the PATH. */
    static boolean exists(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
