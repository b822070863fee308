package io.verbena.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link Peer} as seen by the one that directs it. */
final class PeerProcess implements AutoCloseable {
    private static final int STOP_SECONDS = 10;

    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;
    private final String opened;

    /** @param core to stay on, so that the scheduler does not put both processes on one; negative for any */
    PeerProcess(String name, String address, int queuePairs, int mrBytes, int core, List<String> jvmOptions)
            throws IOException {
        List<String> command = new ArrayList<>();
        if (core >= 0) {
            command.addAll(List.of("taskset", "-c", Integer.toString(core)));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-Dlogback.configurationFile=bench-logback.xml"));
        command.addAll(jvmOptions);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Peer.class.getName(),
                name,
                address,
                Integer.toString(queuePairs),
                Integer.toString(mrBytes)));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        opened = String.join(" ", answer("opened"));
    }

    /** What the other one needs to connect. */
    String opened() {
        return opened;
    }

    /** A command and its answer, without the word that names it. */
    String[] ask(String command, String answerName) throws IOException {
        tell(command);
        return answer(answerName);
    }

    void tell(String command) {
        commands.println(command);
    }

    /** The next line, which must begin with a word. */
    String[] answer(String name) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(name)) {
            throw new IOException("a benchmark process answered '" + line + "' and not '" + name + "'");
        }
        return line.substring(name.length()).trim().split(" ");
    }

    @Override
    public void close() {
        commands.close();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
