package io.verbena.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
    @TempDir
    Path folder;

    private final PrintStream terminal = System.err;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void readErrors() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        System.setProperty(Folders.HOME_PROPERTY, folder.toString());
        System.setProperty(Folders.START_PROPERTY, folder.toString());
    }

    @AfterEach
    void giveErrorsBack() {
        System.setErr(terminal);
        System.clearProperty(Folders.HOME_PROPERTY);
        System.clearProperty(Folders.START_PROPERTY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            demo --loss 51              | '51' is not percent from 0 to 50
            demo --loss much            | 'much' is not percent from 0 to 50
            demo --summary nowhere/x    | there is no folder
            demo --pcap .               | '.' is a folder
            demo --http-port 0          | '0' is not a port
            up --address-pool 10.0.0.0/8 | '10.0.0.0/8' is not 127.N.0.0/16
            demo --compose --loss 5     | --loss is for a system that the demo starts
            demo --compose --pcap x     | --pcap is for a system that the demo starts
            demo --nic nic-a=http://x:1 | it needs --compose
            demo --ca x                 | it needs --compose
            demo --compose --sriov-url ftp://x | 'ftp://x' is not http://HOST:PORT
            demo --compose --nic nic-a  | --nic
            demo --exti                 | Unknown option: '--exti'
            token                       | TENANT
            token blue --operator       | mutually exclusive
            dissect                     | FILE
            fly                         | fly
            """)
    void refusesWhatMakesNoSense(String arguments, String message) {
        assertThat(Main.run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
    }

    @Test
    void saysThatNoSystemRuns() {
        assertThat(Main.run("token", "blue")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no system runs", "./verbena up");
    }

    @Test
    void saysWhichSecretIsMissing() {
        assertThat(Main.run("demo", "--compose")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("secrets/operator-secret", "./verbena secrets");
    }

    @Test
    void takesFileArgumentsRelativeToTheUsersFolder() throws Exception {
        Files.createDirectory(folder.resolve("out"));

        assertThat(new Arguments.OutputFile().convert("out/demo.json")).isEqualTo(folder.resolve("out/demo.json"));
    }
}
