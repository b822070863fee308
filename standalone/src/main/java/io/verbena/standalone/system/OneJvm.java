package io.verbena.standalone.system;

import io.verbena.nic.device.NicDevice;
import io.verbena.nic.fabric.port.PcapWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Three Spring applications side by side, with the database, the broker and the NICs they need.
 *
 * <p>That is off Boot's path, so what it takes is kept here and in the small classes of this package: a configuration
 * name and a schema for each service, one logging set-up for all ({@link ServiceLogs}), no global metrics registry, no
 * shutdown hooks of their own (hooks run side by side, and the database must end last), and ports that are known before
 * anything starts ({@link Plan}), so that all parts start at once. The broker keeps threads of its own alive: whoever runs
 * this as a program ends it by {@link System#exit}.
 */
public final class OneJvm implements AutoCloseable {
    public static final String POSTGRESQL = "postgresql";
    public static final String KAFKA = "kafka";

    private static final Logger log = LoggerFactory.getLogger(OneJvm.class);
    private static final int START_SECONDS = 180;

    /** A part that runs, and where. */
    private record Part(AutoCloseable handle, String where) {}

    @FunctionalInterface
    private interface Starter {
        Part start() throws Exception;
    }

    private final Plan plan;
    private final Consumer<String> notes;
    private final RunFolder folder;
    private final @Nullable PcapWriter capture;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("part-", 0).factory());
    private final Map<String, CompletableFuture<Part>> parts = new LinkedHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private OneJvm(Plan plan, Consumer<String> notes, RunFolder folder, @Nullable PcapWriter capture) {
        this.plan = plan;
        this.notes = notes;
        this.folder = folder;
        this.capture = capture;
    }

    /** The names of all parts, in the order in which they are needed. */
    public static List<String> partNames() {
        return Stream.of(
                        Stream.of(POSTGRESQL, KAFKA),
                        Stream.of(Service.values()).map(Service::partName),
                        Plan.NICS.stream())
                .flatMap(names -> names)
                .toList();
    }

    /**
     * Draws ports and secrets, and makes the files of this run; nothing runs yet.
     *
     * @param notes takes what the user should know and what stops nothing
     */
    public static OneJvm prepare(Settings settings, Consumer<String> notes) throws StartFailure {
        ServiceLogs.quiet();
        Plan plan = Plan.draw(settings, notes);
        try {
            Path pcap = settings.pcap();
            PcapWriter capture = pcap == null ? null : PcapWriter.create(pcap);
            return new OneJvm(plan, notes, RunFolder.create(RunFolder.parent()), capture);
        } catch (IOException e) {
            throw new StartFailure("cannot make the files of this run: " + e, e);
        }
    }

    /** Starts everything, and returns when all of it is up. After a failure, {@link #close} ends what did start. */
    public void start(Progress progress) throws StartFailure, InterruptedException {
        launch(progress, POSTGRESQL, List.of(), this::startDatabase);
        launch(progress, KAFKA, List.of(), this::startBroker);
        for (Service service : Service.values()) {
            launch(progress, service.partName(), List.of(), () -> startService(service));
        }
        for (String nic : Plan.NICS) {
            // A NIC waits for its manager by itself, but with a pause that grows: earlier would be later.
            launch(progress, nic, List.of(Service.TENANT.partName(), Service.SRIOV.partName()), () -> startNic(nic, 0));
        }
        awaitAll();
    }

    public URI url(Service service) {
        return plan.url(service);
    }

    public Client operator() {
        return plan.operator();
    }

    public static List<String> nicNames() {
        return Plan.NICS;
    }

    public NicDevice nic(String name) {
        return (NicDevice) running(name).handle;
    }

    /** Ends a service as a redeployment would, and starts it again at the same port. */
    public void restart(Service service) throws Exception {
        running(service.partName()).handle.close();
        parts.put(service.partName(), CompletableFuture.completedFuture(startService(service)));
    }

    /** Ends a NIC and starts it again at the same address: a new boot, whose functions are to be programmed anew. */
    public void restartNic(String name) throws Exception {
        NicDevice before = nic(name);
        before.close();
        parts.put(
                name,
                CompletableFuture.completedFuture(
                        startNic(name, before.adminUrl().getPort())));
    }

    /** Takes the broker away; clients find nothing at its address until {@link #resumeKafka}. */
    public void pauseKafka() {
        ((EmbeddedBroker) running(KAFKA).handle).pause();
    }

    /** Brings the broker back, with what it had. */
    public void resumeKafka() {
        ((EmbeddedBroker) running(KAFKA).handle).resume();
    }

    /** Ends all parts, what others need last, and removes what the run wrote. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        stop(Plan.NICS);
        stop(Stream.of(Service.values()).map(Service::partName).toList());
        stop(List.of(KAFKA, POSTGRESQL));
        threads.shutdown();
        closeFiles();
    }

    private void closeFiles() {
        try {
            if (capture != null) {
                capture.close();
            }
        } catch (IOException e) {
            log.error("the capture is incomplete", e);
            notes.accept("the capture is incomplete: " + e.getMessage());
        }
        try {
            folder.close();
        } catch (IOException e) {
            log.warn("cannot remove the folder of this run", e);
        }
    }

    private void launch(Progress progress, String name, List<String> after, Starter starter) {
        CompletableFuture<?>[] needed = after.stream().map(parts::get).toArray(CompletableFuture[]::new);
        parts.put(name, CompletableFuture.allOf(needed).thenApplyAsync(_ -> run(progress, name, starter), threads));
    }

    private Part run(Progress progress, String name, Starter starter) {
        if (closed.get()) {
            throw new CompletionException(new StartFailure(name + " was not started: the system is closing"));
        }
        progress.starting(name);
        try {
            Part part = starter.start();
            progress.up(name, part.where);
            return part;
        } catch (Exception e) {
            log.error("cannot start {}", name, e);
            progress.failed(name, StartFailure.rootMessage(e));
            throw new CompletionException(
                    new StartFailure("cannot start " + name + ": " + StartFailure.rootMessage(e), e));
        }
    }

    /** Returns when all are up, or as soon as one is not. */
    private void awaitAll() throws StartFailure, InterruptedException {
        CompletableFuture<Void> first = new CompletableFuture<>();
        parts.values()
                .forEach(part -> part.whenComplete((_, thrown) -> {
                    if (thrown != null) {
                        first.completeExceptionally(thrown);
                    }
                }));
        CompletableFuture<Void> all = CompletableFuture.allOf(parts.values().toArray(CompletableFuture[]::new));
        try {
            CompletableFuture.anyOf(all, first).get(START_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            List<String> late = parts.entrySet().stream()
                    .filter(part -> !part.getValue().isDone())
                    .map(Map.Entry::getKey)
                    .toList();
            throw new StartFailure(String.join(", ", late) + " did not start within " + START_SECONDS + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause instanceof StartFailure failure ? failure : new StartFailure(StartFailure.rootMessage(e), e);
        }
    }

    private Part startDatabase() throws Exception {
        EmbeddedDatabase database =
                EmbeddedDatabase.start(folder.postgres(), plan.postgresPort(), plan.postgresPassword());
        return new Part(database, database.address());
    }

    private Part startBroker() throws Exception {
        EmbeddedBroker broker =
                EmbeddedBroker.start(folder.resolve("kafka"), plan.kafkaPort(), plan.kafkaControllerPort());
        return new Part(broker, plan.kafkaBootstrap());
    }

    private Part startService(Service service) {
        SpringApplication application = new SpringApplication(service.application());
        application.setRegisterShutdownHook(false);
        application.addInitializers(this::awaitDatabase);
        return new Part(
                application.run(plan.arguments(service, folder.resolve(service.partName()))
                        .toArray(String[]::new)),
                plan.url(service).toString());
    }

    /** Lets a service begin before its database is there, and go on at the moment it is. */
    private void awaitDatabase(ConfigurableApplicationContext context) {
        context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof DataSource) {
                    running(POSTGRESQL);
                }
                return bean;
            }
        });
    }

    private Part startNic(String name, int adminPort) throws Exception {
        NicDevice nic = NicDevice.start(plan.nicProperties(name, adminPort), capture);
        return new Part(nic, nic.adminUrl().toString());
    }

    private Part running(String name) {
        CompletableFuture<Part> part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException("no part " + name + "; there are " + parts.keySet());
        }
        return part.join();
    }

    /** Ends parts side by side; one that is just starting is waited for, so that nothing is left behind. */
    private void stop(Collection<String> names) {
        CompletableFuture<?>[] stops = names.stream()
                .filter(parts::containsKey)
                .map(name -> CompletableFuture.runAsync(() -> stop(name), threads))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(stops).join();
    }

    private void stop(String name) {
        try {
            running(name).handle.close();
        } catch (CompletionException _) {
            // It has never run.
        } catch (Exception e) {
            log.warn("{} did not end as it should", name, e);
        }
    }
}
