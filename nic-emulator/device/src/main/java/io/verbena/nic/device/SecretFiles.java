package io.verbena.nic.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads each {@code VERBENA_X_FILE} into {@code VERBENA_X}, by the rules that the services have too. */
final class SecretFiles {
    private static final String PREFIX = "VERBENA_";
    private static final String SUFFIX = "_FILE";
    /** More than any password, key or certificate chain. */
    private static final int MAX_BYTES = 64 * 1024;

    private SecretFiles() {}

    /** @throws IllegalArgumentException naming the variable and the file */
    static Map<String, String> resolve(Map<String, String> variables) {
        Map<String, String> resolved = new HashMap<>(variables);
        variables.forEach((variable, file) -> {
            if (variable.startsWith(PREFIX)
                    && variable.endsWith(SUFFIX)
                    && variable.length() > PREFIX.length() + SUFFIX.length()) {
                String target = variable.substring(0, variable.length() - SUFFIX.length());
                if (variables.containsKey(target)) {
                    throw new IllegalArgumentException(variable + " and " + target + " are both set; set one of them");
                }
                resolved.remove(variable);
                resolved.put(target, read(variable, file));
            }
        });
        return resolved;
    }

    private static String read(String variable, String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            // Editors and echo end the last line.
            String text = new String(bytes, StandardCharsets.UTF_8).replaceFirst("[\\r\\n]+$", "");
            if (bytes.length > MAX_BYTES || text.isBlank()) {
                throw new IllegalArgumentException(
                        variable + " names " + file + ", which must have 1 to " + MAX_BYTES + " bytes");
            }
            return text;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(variable + " names '" + file + "', which does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(variable + " names '" + file + "', which cannot be read: " + e, e);
        }
    }
}
