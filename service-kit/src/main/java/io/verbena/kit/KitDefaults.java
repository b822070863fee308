package io.verbena.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ClassPathResource;

/** Adds {@code service-kit.yml}, what all services set alike, behind every other source of properties. */
public final class KitDefaults implements EnvironmentPostProcessor {
    private static final String FILE = "service-kit.yml";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        try {
            new YamlPropertySourceLoader()
                    .load(FILE, new ClassPathResource(FILE))
                    .forEach(environment.getPropertySources()::addLast);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + FILE, e);
        }
    }
}
