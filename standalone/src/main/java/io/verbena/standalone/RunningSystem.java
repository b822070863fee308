package io.verbena.standalone;

import io.verbena.standalone.system.Client;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a command needs to talk to a system that another process runs, kept in a file that only its user can read.
 *
 * @param pid the process
 * @param operator an administrator of the platform
 */
record RunningSystem(long pid, URI tenantUrl, URI sriovUrl, URI telemetryUrl, Client operator) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** The system that {@code file} names, if its process is alive. */
    static Optional<RunningSystem> read(Path file) throws IOException {
        try {
            RunningSystem found = JSON.readValue(Files.readAllBytes(file), RunningSystem.class);
            return Optional.of(found).filter(RunningSystem::alive);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new IOException(file + " is not a state file of Verbena: remove it", e);
        }
    }

    void write(Path file) throws IOException {
        write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this));
    }

    /** The same as a configuration of vnicctl. */
    void writeConfiguration(Path file) throws IOException {
        write(file, """
                tenant-url=%s
                sriov-url=%s
                client-id=%s
                client-secret=%s
                """.formatted(tenantUrl, sriovUrl, operator.id(), operator.secret()));
    }

    /** Writes a file whole or not at all, readable by its owner only from its first byte on. */
    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "standalone", ".tmp", ownerOnly);
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private boolean alive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
