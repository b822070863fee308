package io.verbena.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.standalone.system.Client;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningSystemTest {
    private static final URI URL = URI.create("http://127.0.0.1:1");

    @TempDir
    Path folder;

    @Test
    void isReadBackByTheUserAloneAsLongAsItsProcessLives() throws Exception {
        Path file = folder.resolve("state/standalone.json");
        RunningSystem running = of(ProcessHandle.current().pid());

        running.write(file);

        assertThat(RunningSystem.read(file)).contains(running);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void isNotThereOnceItsProcessHasEnded() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path file = folder.resolve("standalone.json");

        of(ended.pid()).write(file);

        assertThat(RunningSystem.read(file)).isEmpty();
    }

    @Test
    void isNotThereWithoutAFile() throws Exception {
        assertThat(RunningSystem.read(folder.resolve("none.json"))).isEmpty();
    }

    @Test
    void saysWhichFileIsBroken() throws Exception {
        Path file = Files.writeString(folder.resolve("standalone.json"), "{");

        assertThatThrownBy(() -> RunningSystem.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    private static RunningSystem of(long pid) {
        return new RunningSystem(pid, URL, URL, URL, new Client("operator", "secret"));
    }
}
