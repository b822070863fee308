package io.verbena.standalone.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * One log file for all parts. Logging is one state for the whole process, so nobody but this class sets it up: Boot's own
 * set-up, run three times at once, breaks.
 */
public final class ServiceLogs {
    private static final String CONFIGURATION = "verbena-standalone-logback.xml";

    private ServiceLogs() {}

    /** Sends every log to {@code file}. Takes effect only before the first logger of the process is made. */
    public static void toFile(Path file) {
        System.setProperty("verbena.log", file.toString());
        System.setProperty("logback.configurationFile", CONFIGURATION);
        quiet();
        // What writes to the standard streams all the same would tear the terminal's lines apart.
        System.setOut(new PrintStream(new LogLines("stdout"), true, UTF_8));
        System.setErr(new PrintStream(new LogLines("stderr"), true, UTF_8));
    }

    /** Leaves the terminal to what the commands say; for a client of a system that runs elsewhere. */
    public static void warningsOnly() {
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof ch.qos.logback.classic.Logger root) {
            root.setLevel(Level.WARN);
        }
    }

    /** Keeps Boot from setting logging up, and java.util.logging from writing to the terminal. */
    static void quiet() {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
    }

    /** A stream whose lines go to the log. */
    private static final class LogLines extends OutputStream {
        private static final int LONGEST_LINE_BYTES = 8192;

        private final Logger log;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        LogLines(String name) {
            log = LoggerFactory.getLogger(name);
        }

        @Override
        public synchronized void write(int octet) {
            if (octet != '\n') {
                line.write(octet);
            }
            if (octet == '\n' || line.size() == LONGEST_LINE_BYTES) {
                log.info("{}", line.toString(UTF_8));
                line.reset();
            }
        }
    }
}
