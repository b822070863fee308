package io.verbena.standalone.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new folder for what one run writes, gone when it is closed. It holds a lock for as long as the process lives, so a
 * folder whose lock can be had was left by a killed process: the next run ends the PostgreSQL server that still works in
 * it, and removes it.
 */
final class RunFolder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunFolder.class);
    private static final String PREFIX = "run-";
    private static final String LOCK = "lock";
    private static final int STOP_SECONDS = 10;

    private final Path folder;
    private final FileChannel lockFile;

    private RunFolder(Path folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /** Sweeps what killed runs left under {@code parent}, and makes a folder for this run there. */
    static RunFolder create(Path parent) throws IOException {
        Files.createDirectories(parent);
        try (Stream<Path> siblings = Files.list(parent)) {
            siblings.filter(sibling -> sibling.getFileName().toString().startsWith(PREFIX))
                    .forEach(RunFolder::sweep);
        }
        Path folder = Files.createTempDirectory(parent, PREFIX);
        FileChannel lockFile =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lockFile.lock();
        return new RunFolder(folder, lockFile);
    }

    /** Where runs of this user keep their folders. */
    static Path parent() {
        return Path.of(System.getProperty("java.io.tmpdir"), "verbena-" + System.getProperty("user.name"));
    }

    Path postgres() {
        return folder.resolve("postgres");
    }

    Path resolve(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
        delete(folder);
    }

    private static void sweep(Path left) {
        try (FileChannel lockFile = FileChannel.open(left.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = lockFile.tryLock()) {
            if (lock != null) {
                endServer(left.resolve("postgres"));
                delete(left);
                log.info("removed {}, which a killed run had left", left);
            }
        } catch (OverlappingFileLockException | NoSuchFileException _) {
            // A run of this very JVM, or one that is just being made or removed.
        } catch (IOException e) {
            log.warn("cannot remove {}, which a killed run has left", left, e);
        }
    }

    private static void endServer(Path data) throws IOException {
        Path pidFile = data.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return;
        }
        List<String> lines = Files.readAllLines(pidFile);
        ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
                // The number may be another program's by now.
                .filter(process -> process.info().command().orElse("").endsWith("postgres"))
                .ifPresent(server -> {
                    log.info("ending the PostgreSQL server {} of a killed run", server.pid());
                    server.destroyForcibly();
                    server.onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).join();
                });
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> content = Files.walk(folder)) {
            content.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.deleteIfExists(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
