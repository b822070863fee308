package io.verbena.sriov;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** The application. {@code spring.config.name} is {@code sriov-manager}, so that it can share a class path with the others. */
@SpringBootApplication
@EnableConfigurationProperties(SriovProperties.class)
public class SriovManager {
    /** The name of its configuration file and of its change log. */
    public static final String NAME = "sriov-manager";

    public static void main(String[] args) {
        new SpringApplicationBuilder(SriovManager.class)
                .properties("spring.config.name=" + NAME)
                .run(args);
    }
}
