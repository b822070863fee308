package io.verbena.standalone.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    @TempDir
    Path parent;

    @Test
    void isGoneWithAllThatIsInItWhenItIsClosed() throws Exception {
        try (RunFolder folder = RunFolder.create(parent)) {
            Files.createDirectories(folder.resolve("kafka/logs"));
            Files.writeString(folder.resolve("kafka/logs/1"), "log");
        }

        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void removesWhatAKilledRunLeft() throws Exception {
        Path left = Files.createDirectories(parent.resolve("run-killed/postgres"));
        Files.writeString(parent.resolve("run-killed/lock"), "");
        // The server has gone with its machine, and its number belongs to somebody else.
        Files.writeString(
                left.resolve("postmaster.pid"), ProcessHandle.current().pid() + System.lineSeparator());

        try (RunFolder folder = RunFolder.create(parent)) {
            assertThat(parent.resolve("run-killed")).doesNotExist();
            assertThat(folder.resolve("lock")).exists();
        }
    }

    @Test
    void leavesARunAloneThatStillLives() throws Exception {
        try (RunFolder first = RunFolder.create(parent);
                RunFolder second = RunFolder.create(parent)) {
            assertThat(first.resolve("lock")).exists();
            assertThat(second.resolve("lock")).exists();
        }
    }
}
