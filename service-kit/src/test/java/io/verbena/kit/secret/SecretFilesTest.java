package io.verbena.kit.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SecretFilesTest {
    record Client(String id, String secret) {}

    @TempDir
    private Path folder;

    @Test
    void aFilesTextIsTheVariablesValueWithoutItsLastLineEnd() throws IOException {
        String file = file("password", "two words\r\n\n");

        assertThat(SecretFiles.resolve(Map.of("VERBENA_DB_PASSWORD_FILE", file)))
                .isEqualTo(Map.of("VERBENA_DB_PASSWORD", "two words"));
    }

    @Test
    void aSecretFromAFileJoinsTheListElementWhoseRestIsSetDirectly() throws IOException {
        Map<String, Object> variables = Map.of(
                "VERBENA_CLIENTS_0_ID", "operator", "VERBENA_CLIENTS_0_SECRET_FILE", file("operator", "s3cret\n"));
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace("systemEnvironment", new SystemEnvironmentPropertySource("systemEnvironment", variables));

        new SecretFiles().postProcessEnvironment(environment, new SpringApplication());

        assertThat(Binder.get(environment)
                        .bind("verbena.clients", Bindable.listOf(Client.class))
                        .get())
                .isEqualTo(List.of(new Client("operator", "s3cret")));
    }

    @Test
    void othersFilesAreLeftAlone() {
        Map<String, Object> variables = Map.of("POSTGRES_PASSWORD_FILE", "/nowhere", "VERBENA_FILE", "x");

        assertThat(SecretFiles.resolve(variables)).isEqualTo(variables);
    }

    @Test
    void aFileThatGivesNothingIsNamedWithItsVariable() throws IOException {
        String variable = "VERBENA_DB_PASSWORD_FILE";
        String empty = file("empty", "\n");
        String huge = file("huge", "x".repeat(64 * 1024 + 1));

        for (String file : List.of(folder + "/none", folder.toString(), empty, huge, "\0")) {
            assertThatThrownBy(() -> SecretFiles.resolve(Map.of(variable, file)))
                    .isInstanceOf(SecretFileException.class)
                    .hasMessageContainingAll(variable, file);
        }
    }

    @Test
    void theValueAndItsFileAtOnceAreRefused() {
        assertThatThrownBy(() -> SecretFiles.resolve(Map.of("VERBENA_A", "1", "VERBENA_A_FILE", "/2")))
                .hasMessage("VERBENA_A_FILE and VERBENA_A are both set; set one of them");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
