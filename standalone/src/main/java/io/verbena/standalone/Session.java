package io.verbena.standalone;

import io.verbena.standalone.system.OneJvm;
import io.verbena.standalone.system.Progress;
import io.verbena.standalone.system.Service;
import io.verbena.standalone.system.ServiceLogs;
import io.verbena.standalone.system.Settings;
import io.verbena.standalone.system.StartFailure;
import io.verbena.standalone.terminal.Board;
import io.verbena.standalone.terminal.Style;
import io.verbena.standalone.terminal.Terminal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The system as a command runs it: shown while it comes up, announced in a file to other commands, and ended in order,
 * whether the command closes it or a signal ends the process.
 */
final class Session implements AutoCloseable {
    private final Terminal terminal;
    private final Folders folders;
    private final Path logFile;
    private final OneJvm jvm;
    private final List<String> notes;
    private final Thread signalHook = new Thread(this::endOnSignal, "signal");
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean signalled;
    private volatile boolean announced;
    private Duration startup = Duration.ZERO;

    private Session(Terminal terminal, Folders folders, Path logFile, OneJvm jvm, List<String> notes) {
        this.terminal = terminal;
        this.folders = folders;
        this.logFile = logFile;
        this.jvm = jvm;
        this.notes = notes;
    }

    /** Starts the system; when that fails, what did start has ended again. */
    static Session open(Terminal terminal, Folders folders, Settings settings)
            throws StartFailure, IOException, InterruptedException {
        boolean alone = RunningSystem.read(folders.stateFile()).isEmpty();
        Path logFile = alone ? folders.logFile() : folders.ownLogFile();
        ServiceLogs.toFile(logFile);
        List<String> notes = new CopyOnWriteArrayList<>();
        if (!alone) {
            notes.add("another system runs from this folder; ./verbena token talks to that one");
        }
        Session session = null;
        try {
            OneJvm jvm = OneJvm.prepare(settings, notes::add);
            session = new Session(terminal, folders, logFile, jvm, notes);
            Runtime.getRuntime().addShutdownHook(session.signalHook);
            try (Board board = new Board(terminal, OneJvm.partNames())) {
                jvm.start(new Shown(board));
            }
        } catch (StartFailure e) {
            if (session != null) {
                session.parkIfSignalled();
                session.close();
            }
            throw new StartFailure(e.getMessage() + System.lineSeparator() + "  log: " + folders.shown(logFile), e);
        }
        session.startup = sinceStart();
        if (alone) {
            session.announce();
        }
        session.showStarted();
        return session;
    }

    /** How long this JVM lives. Not the process: the script may have built for minutes in it. */
    static Duration sinceStart() {
        return Duration.ofMillis(System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime());
    }

    OneJvm jvm() {
        return jvm;
    }

    Duration startup() {
        return startup;
    }

    Path logFile() {
        return logFile;
    }

    /** Stays until a signal ends the process. */
    void awaitSignal() throws InterruptedException {
        terminal.blank();
        terminal.line("  Up until Ctrl-C.");
        new CountDownLatch(1).await();
    }

    /** What fails because the system is being ended is no news: then this never returns. */
    void parkIfSignalled() throws InterruptedException {
        if (signalled) {
            new CountDownLatch(1).await();
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (!signalled) {
            Runtime.getRuntime().removeShutdownHook(signalHook);
        }
        if (announced) {
            try {
                Files.deleteIfExists(folders.stateFile());
                Files.deleteIfExists(folders.vnicctlFile());
            } catch (IOException e) {
                terminal.line("verbena: cannot remove " + folders.stateFile() + ": " + e.getMessage());
            }
        }
        jvm.close();
        showNotes();
    }

    private void endOnSignal() {
        signalled = true;
        // A terminal has just echoed ^C on the line.
        terminal.blank();
        terminal.line(terminal.styled("  Stopping.", Style.DIM));
        close();
    }

    private void announce() throws IOException {
        announced = true;
        RunningSystem running = new RunningSystem(
                ProcessHandle.current().pid(),
                jvm.url(Service.TENANT),
                jvm.url(Service.SRIOV),
                jvm.url(Service.TELEMETRY),
                jvm.operator());
        running.write(folders.stateFile());
        running.writeConfiguration(folders.vnicctlFile());
    }

    private void showStarted() {
        terminal.blank();
        showNotes();
        terminal.line(String.format(Locale.ROOT, "  Up after %.1f s", startup.toMillis() / 1e3)
                + terminal.styled("  log: " + folders.shown(logFile), Style.DIM));
    }

    private void showNotes() {
        notes.forEach(note -> Terminal.wrap("  note: " + note)
                .lines()
                .forEach(line -> terminal.line(terminal.styled(line, Style.YELLOW))));
        notes.clear();
    }

    /** Parts that come up, as rows of a board. */
    private record Shown(Board board) implements Progress {
        @Override
        public void starting(String part) {
            board.running(part, "starting");
        }

        @Override
        public void up(String part, String where) {
            board.done(part, where);
        }

        @Override
        public void failed(String part, String why) {
            board.failed(part, why);
        }
    }
}
