package io.verbena.kit.training;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/** What a service does between its start and its end while it is trained. Answers do not matter, only the way to them. */
final class Training implements ApplicationListener<ApplicationReadyEvent> {
    private static final Logger log = LoggerFactory.getLogger(Training.class);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
    private static final List<String> PATHS =
            List.of("/livez", "/readyz", "/actuator/health", "/actuator/prometheus", "/v3/api-docs", "/api/v1/nothing");

    /** One class of each library that works only with a database: the others of its jar are loaded with it. */
    private static final List<String> UNUSED = List.of(
            "org.flywaydb.core.Flyway",
            "org.flywaydb.database.postgresql.PostgreSQLDatabaseType",
            "org.postgresql.Driver");

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        String port = event.getApplicationContext().getEnvironment().getRequiredProperty("local.server.port");
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (String path : PATHS) {
                ask(http, URI.create("http://127.0.0.1:" + port + path));
            }
        }
        UNUSED.forEach(Training::loadJarOf);
        System.exit(SpringApplication.exit(event.getApplicationContext()));
    }

    private static void ask(HttpClient http, URI address) {
        try {
            HttpRequest request = HttpRequest.newBuilder(address)
                    .timeout(REQUEST_LIMIT)
                    .header("Authorization", "Bearer none")
                    .build();
            log.info(
                    "{} answers {}",
                    address,
                    http.send(request, BodyHandlers.ofString()).statusCode());
        } catch (IOException e) {
            log.info("{} does not answer: {}", address, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void loadJarOf(String className) {
        long loaded = 0;
        try {
            CodeSource jar = Class.forName(className).getProtectionDomain().getCodeSource();
            try (JarFile file = new JarFile(Path.of(jar.getLocation().toURI()).toFile())) {
                loaded = file.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                        .filter(Training::load)
                        .count();
            }
        } catch (ReflectiveOperationException | URISyntaxException | IOException e) {
            log.info("{} is not here: {}", className, e.toString());
        }
        log.info("loaded {} classes with {}", loaded, className);
    }

    /** False for a class that needs a library which is not here. */
    private static boolean load(String entry) {
        try {
            Class.forName(
                    entry.replace('/', '.').substring(0, entry.length() - ".class".length()),
                    false,
                    Training.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
