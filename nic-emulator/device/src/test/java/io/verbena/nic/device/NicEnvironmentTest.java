package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NicEnvironmentTest {
    private static final Map<String, String> FULL = Map.ofEntries(
            Map.entry("VERBENA_NIC_NAME", "nic-a"),
            Map.entry("VERBENA_NIC_HOST", "host-1"),
            Map.entry("VERBENA_NIC_FUNCTIONS", "4"),
            Map.entry("VERBENA_NIC_SEED", "7"),
            Map.entry("VERBENA_NIC_LINK", "127.0.0.1"),
            Map.entry("VERBENA_NIC_MTU", "1024"),
            Map.entry("VERBENA_NIC_ADMIN_ADDRESS", "127.0.0.1:9001"),
            Map.entry("VERBENA_NIC_EXERCISER", "on"),
            Map.entry("VERBENA_NIC_MANAGER_URL", "http://127.0.0.1:8082"),
            Map.entry("VERBENA_NIC_CLIENT_SECRET", "s3cret"),
            Map.entry("VERBENA_ISSUER_URL", "http://127.0.0.1:8081"),
            Map.entry("VERBENA_KAFKA_BOOTSTRAP", "127.0.0.1:9092"),
            Map.entry("PATH", "/bin"));

    @TempDir
    private Path folder;

    @Test
    void everyVariableIsRead() {
        NicProperties read = NicEnvironment.read(FULL);

        assertThat(read.name()).isEqualTo("nic-a");
        assertThat(read.host()).isEqualTo("host-1");
        assertThat(read.functionCount()).isEqualTo(4);
        assertThat(read.seed()).isEqualTo(7);
        assertThat(read.udp().activeMtu()).isEqualTo(1024);
        assertThat(read.admin().address().getPort()).isEqualTo(9001);
        assertThat(read.admin().issuerUrl()).isEqualTo(URI.create("http://127.0.0.1:8081"));
        assertThat(read.admin().exerciser()).isTrue();
        assertThat(read.manager().client().clientId()).isEqualTo("nic-a");
        assertThat(read.kafka().bootstrap()).isEqualTo("127.0.0.1:9092");
        assertThat(read.toString()).doesNotContain("s3cret");
    }

    @Test
    void aNameIsEnough() {
        NicProperties read = NicEnvironment.read(Map.of("VERBENA_NIC_NAME", "nic-a"));

        assertThat(read.host()).isEqualTo("nic-a");
        assertThat(read.admin()).isNull();
        assertThat(read.manager()).isNull();
    }

    @Test
    void aSecretMayBeInAFile() throws IOException {
        Map<String, String> variables = new HashMap<>(FULL);
        variables.remove("VERBENA_NIC_CLIENT_SECRET");
        Path file = Files.writeString(folder.resolve("secret"), "from a file\n");
        variables.put("VERBENA_NIC_CLIENT_SECRET_FILE", file.toString());

        assertThat(NicEnvironment.read(variables).manager().client().clientSecret())
                .isEqualTo("from a file");
    }

    @Test
    void aFileWithoutASecretIsNamedWithItsVariable() throws IOException {
        Map<String, String> variables = new HashMap<>(FULL);
        variables.remove("VERBENA_NIC_CLIENT_SECRET");
        Path empty = Files.createFile(folder.resolve("empty"));

        for (Path file : List.of(empty, folder, folder.resolve("none"))) {
            variables.put("VERBENA_NIC_CLIENT_SECRET_FILE", file.toString());
            assertThatThrownBy(() -> NicEnvironment.read(variables))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("VERBENA_NIC_CLIENT_SECRET_FILE", file.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VERBENA_NIC_NAME, Nic_A, DNS label",
        "VERBENA_NIC_FUNCTIONS, 0, 1 to 1024 functions",
        "VERBENA_NIC_FUNCTIONS, four, VERBENA_NIC_FUNCTIONS cannot be 'four'",
        "VERBENA_NIC_MTU, 1500, not 1500",
        "VERBENA_NIC_LINK, no.such.host.invalid, VERBENA_NIC_LINK cannot be 'no.such.host.invalid'",
        "VERBENA_NIC_WIRE, frame, udp or overlay",
        "VERBENA_NIC_LOSS_PERCENT, 101, 0 to 100 per cent",
        "VERBENA_NIC_SEGMENTATION, yes, on or off",
        "VERBENA_NIC_EXERCISER, true, on or off",
        "VERBENA_NIC_ADMIN_ADDRESS, 9001, host:port",
        "VERBENA_NIC_ADMIN_ADRESS, 127.0.0.1:1, VERBENA_NIC_ADMIN_ADRESS",
        "VERBENA_NIC_CLIENT_SECRET_FILE, /secret, are both set",
        "VERBENA_NIC_CLIENT_SECRET, '', VERBENA_NIC_CLIENT_SECRET is needed"
    })
    void aWrongOneIsNamed(String variable, String value, String said) {
        Map<String, String> variables = new HashMap<>(FULL);
        variables.put(variable, value);

        assertThatThrownBy(() -> NicEnvironment.read(variables))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    @Test
    void aManagerNeedsAnAdminAddress() {
        Map<String, String> variables = new HashMap<>(FULL);
        variables.remove("VERBENA_NIC_ADMIN_ADDRESS");

        assertThatThrownBy(() -> NicEnvironment.read(variables)).hasMessageContaining("needs an admin address");
    }
}
