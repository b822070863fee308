package io.verbena.kit.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Reads each {@code VERBENA_X_FILE} into {@code VERBENA_X}. Both stay in one property source, as the elements of a list are
 * only ever taken from one.
 */
public final class SecretFiles implements EnvironmentPostProcessor {
    private static final String PREFIX = "VERBENA_";
    private static final String SUFFIX = "_FILE";
    /** More than any password, key or certificate chain. */
    private static final int MAX_BYTES = 64 * 1024;

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        PropertySource<?> variables = environment.getPropertySources().get(name);
        if (variables instanceof SystemEnvironmentPropertySource system) {
            environment
                    .getPropertySources()
                    .replace(name, new SystemEnvironmentPropertySource(name, resolve(system.getSource())));
        }
    }

    /** @throws SecretFileException naming the variable and the file */
    static Map<String, Object> resolve(Map<String, Object> variables) {
        var resolved = new HashMap<>(variables);
        variables.forEach((variable, file) -> {
            if (isSecretFile(variable)) {
                String target = variable.substring(0, variable.length() - SUFFIX.length());
                if (variables.containsKey(target)) {
                    throw new SecretFileException(variable + " and " + target + " are both set; set one of them");
                }
                resolved.remove(variable);
                resolved.put(target, read(variable, file.toString()));
            }
        });
        return resolved;
    }

    private static boolean isSecretFile(String variable) {
        return variable.startsWith(PREFIX)
                && variable.endsWith(SUFFIX)
                && variable.length() > PREFIX.length() + SUFFIX.length();
    }

    private static String read(String variable, String file) {
        try (var in = Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new SecretFileException(
                        variable + " names " + file + ", which has more than " + MAX_BYTES + " bytes");
            }
            // Editors and echo end the last line.
            String text = new String(bytes, StandardCharsets.UTF_8).replaceFirst("[\\r\\n]+$", "");
            if (text.isBlank()) {
                throw new SecretFileException(variable + " names " + file + ", which is empty");
            }
            return text;
        } catch (NoSuchFileException e) {
            throw new SecretFileException(variable + " names '" + file + "', which does not exist", e);
        } catch (IOException | InvalidPathException e) {
            throw new SecretFileException(variable + " names '" + file + "', which cannot be read: " + e, e);
        }
    }
}
