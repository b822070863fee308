package io.verbena.nic.device.lease;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process per identity on a host: held while a NIC runs, and let go by the kernel when it dies. */
public final class IdentityLock implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(IdentityLock.class);

    private final Path path;
    private final @Nullable FileChannel file;

    private IdentityLock(Path path, @Nullable FileChannel file) {
        this.path = path;
        this.file = file;
    }

    /**
     * @param ledger where the identity is one; NICs of other ledgers may have the same name
     * @throws IOException when another process, or another NIC of this one, has that name
     */
    public static IdentityLock take(String nic, URI ledger, Path folder) throws IOException {
        Path path = folder.resolve("verbena-%s-%08x.lock".formatted(nic, ledger.hashCode()));
        FileChannel opened;
        try {
            opened = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            // The ledger still fences all but one.
            log.warn("{} runs without its lock file {}: {}", nic, path, e.toString());
            return new IdentityLock(path, null);
        }
        try {
            FileLock lock = opened.tryLock();
            if (lock != null) {
                return new IdentityLock(path, opened);
            }
        } catch (OverlappingFileLockException e) {
            // Of this process, which is as bad as of another.
        }
        opened.close();
        throw new IOException("another process runs NIC " + nic + ": it holds " + path);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            // Still locked: who opened it before fails, and who comes later makes a new one.
            Files.deleteIfExists(path);
            file.close();
        }
    }
}
