package io.verbena.ctl;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Values of options that were not given: {@code VNICCTL_*} variables, then the configuration file. */
final class Defaults implements IDefaultValueProvider {
    static final String CONFIG = "VNICCTL_CONFIG";

    private static final String PREFIX = "VNICCTL_";

    private final Map<String, String> variables;
    private final Properties file;

    private Defaults(Map<String, String> variables, Properties file) {
        this.variables = variables;
        this.file = file;
    }

    /**
     * Reads the file.
     *
     * @param named the file that the user named, null for the usual one, which need not be there
     */
    static Defaults read(Map<String, String> variables, @Nullable String named) throws Failure {
        Properties properties = new Properties();
        Path path = named == null
                ? Path.of(variables.getOrDefault("HOME", ""), ".config", "vnicctl.properties")
                : Path.of(named);
        if (named != null || Files.exists(path)) {
            try (Reader reader = Files.newBufferedReader(path)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new Failure(ExitCodes.USAGE, "the configuration " + path + " cannot be read: " + e, e);
            }
        }
        return new Defaults(variables, properties);
    }

    /** Names in the file that are no option's. */
    Iterable<String> namesInFile() {
        return file.stringPropertyNames();
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        String name = option.longestName().replaceFirst("^--", "");
        String variable = variables.get(PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_'));
        return variable != null ? variable : file.getProperty(name);
    }
}
