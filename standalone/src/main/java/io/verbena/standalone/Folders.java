package io.verbena.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where files are: the user's folder, to which file arguments are relative, and Verbena's own folder for what a running
 * system leaves for other commands.
 *
 * @param home the project's
 */
record Folders(Path start, Path home, Path own) {
    static final String HOME_PROPERTY = "verbena.home";
    static final String START_PROPERTY = "verbena.start.folder";

    private static final String OWN = ".verbena";

    /** By the properties that {@code ./verbena} sets; without them both are the working folder. */
    static Folders detect() {
        Path home = Path.of(System.getProperty(HOME_PROPERTY, ""));
        Path start = Path.of(System.getProperty(START_PROPERTY, ""));
        return new Folders(
                start.toAbsolutePath(),
                home.toAbsolutePath(),
                writable(home.resolve(OWN).toAbsolutePath()));
    }

    /** A file as the user named it. */
    Path resolve(Path argument) {
        return start.resolve(argument).normalize();
    }

    /** A path as the user would type it. */
    Path shown(Path file) {
        return file.startsWith(start) ? start.relativize(file) : file;
    }

    /** What {@code ./verbena secrets} has made. */
    Path secret(String name) {
        return home.resolve("secrets").resolve(name);
    }

    Path stateFile() {
        return own.resolve("standalone.json");
    }

    /** Lets {@code ./verbena vnicctl} find the running system. */
    Path vnicctlFile() {
        return own.resolve("vnicctl.properties");
    }

    Path logFile() {
        return own.resolve("verbena.log");
    }

    /** A log of this process alone, for when another run writes {@link #logFile}. */
    Path ownLogFile() {
        return own.resolve("verbena-" + ProcessHandle.current().pid() + ".log");
    }

    /** The folder itself, or one of the temporary folder where a clone is read-only. */
    private static Path writable(Path folder) {
        try {
            Files.createDirectories(folder);
            if (Files.isWritable(folder)) {
                return folder;
            }
        } catch (IOException _) {
            // Read-only: below.
        }
        return Path.of(System.getProperty("java.io.tmpdir"), "verbena-" + System.getProperty("user.name"));
    }
}
