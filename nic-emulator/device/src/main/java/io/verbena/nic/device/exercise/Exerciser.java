package io.verbena.nic.device.exercise;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.exercise.CompletionReport;
import io.verbena.contracts.exercise.ConnectRequest;
import io.verbena.contracts.exercise.EndpointList;
import io.verbena.contracts.exercise.EndpointReport;
import io.verbena.contracts.exercise.EndpointRequest;
import io.verbena.contracts.exercise.FillRequest;
import io.verbena.contracts.exercise.MemoryRange;
import io.verbena.contracts.exercise.MemoryReport;
import io.verbena.contracts.exercise.PostRequest;
import io.verbena.contracts.exercise.QueuePairReport;
import io.verbena.nic.device.exercise.Outcome.Done;
import io.verbena.nic.device.exercise.Outcome.Refused;
import io.verbena.nic.verbs.CommandChannel;
import io.verbena.nic.verbs.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoints of a NIC. Each goes when it is deleted, when its VF is reset or destroyed, or when it is idle too long. */
public final class Exerciser implements AutoCloseable {
    /** Of one endpoint, and so the longest message; with the number of endpoints, this bounds the memory. */
    public static final long MAX_MEMORY_BYTES = 8L << 20;

    public static final long MAX_WAIT_MILLIS = 30_000;
    public static final long MAX_IDLE_SECONDS = 3600;
    static final int MAX_ENDPOINTS = 16;

    /** Waits at a time: each drives the NIC, and there are few cores. */
    private static final int MAX_WAITS = 8;

    private static final long KEEP_THREAD_SECONDS = 30;
    private static final long SWEEP_MILLIS = 500;

    private static final Logger log = LoggerFactory.getLogger(Exerciser.class);

    private final String nic;
    private final CommandChannel channel;
    private final Map<String, Endpoint> endpoints = new ConcurrentHashMap<>();
    private final Map<Endpoint, MemorySegment> memory = new ConcurrentHashMap<>();
    private final MemoryBlocks blocks = new MemoryBlocks(MAX_ENDPOINTS, MAX_MEMORY_BYTES + Payload.GUARD_BYTES);
    private final CompletionWait wait = new CompletionWait();
    private final ExecutorService waits;
    private final ScheduledExecutorService sweeper;
    private volatile boolean closing;

    private Exerciser(String nic, CommandChannel channel) {
        this.nic = nic;
        this.channel = channel;
        waits = new ThreadPoolExecutor(
                0,
                MAX_WAITS,
                KEEP_THREAD_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name(nic + "-exercise-", 0).factory());
        sweeper = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(nic + "-exercise-sweep").factory());
    }

    public static Exerciser start(String nic, CommandChannel channel) {
        Exerciser exerciser = new Exerciser(nic, channel);
        exerciser.sweeper.scheduleWithFixedDelay(exerciser::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        return exerciser;
    }

    /** @throws VerbsException when there is no such VF, or its limits do not allow it */
    public Outcome<EndpointReport> create(EndpointRequest request) {
        if (closing) {
            return stopping();
        }
        MemorySegment block = blocks.take();
        if (block == null) {
            return new Refused<>(
                    ProblemType.CAPACITY_EXHAUSTED,
                    "the " + MAX_ENDPOINTS + " endpoints of " + nic + "'s exerciser are in use: delete one");
        }
        Endpoint endpoint;
        try {
            endpoint = Endpoint.open(channel, request, block, wait);
        } catch (RuntimeException e) {
            blocks.giveBack(block);
            throw e;
        }
        memory.put(endpoint, block);
        endpoints.put(endpoint.id(), endpoint);
        log.info("{}: endpoint {} on VF {}", nic, endpoint.id(), request.vfUid());
        return new Done<>(endpoint.report());
    }

    public EndpointList list() {
        return new EndpointList(endpoints.values().stream()
                .filter(endpoint -> !endpoint.isClosed())
                .map(Endpoint::report)
                .toList());
    }

    public Outcome<EndpointReport> show(String id) {
        return with(id, endpoint -> new Done<>(endpoint.report()));
    }

    public Outcome<EndpointReport> connect(String id, ConnectRequest peer) {
        return with(id, endpoint -> endpoint.connect(peer));
    }

    public Outcome<MemoryReport> fill(String id, FillRequest fill) {
        return with(id, endpoint -> endpoint.fill(fill));
    }

    public Outcome<MemoryReport> check(String id, MemoryRange range) {
        return with(id, endpoint -> endpoint.check(range));
    }

    public Outcome<MemoryRange> receive(String id, MemoryRange range) {
        return with(id, endpoint -> endpoint.receive(range));
    }

    /** @throws VerbsException when the VF's limit does not allow one more */
    public Outcome<QueuePairReport> createQp(String id) {
        return with(id, Endpoint::createQp);
    }

    public Outcome<CompletionReport> post(String id, PostRequest operation) {
        return waiting(() -> with(id, endpoint -> endpoint.post(operation)));
    }

    public Outcome<CompletionReport> poll(String id, long waitMillis) {
        return waiting(() -> with(id, endpoint -> endpoint.poll(waitMillis)));
    }

    private <T> Outcome<T> with(String id, Endpoint.Use<T> action) {
        Endpoint endpoint = endpoints.get(id);
        return endpoint == null ? unknown(id) : endpoint.use(action);
    }

    /** On a platform thread: a virtual one that polls would keep others from the few carriers. */
    private <T> Outcome<T> waiting(Callable<Outcome<T>> action) {
        try {
            return waits.submit(action).get();
        } catch (RejectedExecutionException _) {
            return closing
                    ? stopping()
                    : new Refused<>(ProblemType.UNAVAILABLE, MAX_WAITS + " requests wait for completions already");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(nic + "'s exerciser failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return stopping();
        }
    }

    public Outcome<EndpointReport> delete(String id) {
        Endpoint endpoint = endpoints.get(id);
        return endpoint == null || !close(endpoint, "deleted") ? unknown(id) : new Done<>(endpoint.report());
    }

    private <T> Outcome<T> unknown(String id) {
        return new Refused<>(ProblemType.NOT_FOUND, nic + " has no endpoint " + id);
    }

    private <T> Outcome<T> stopping() {
        return new Refused<>(ProblemType.UNAVAILABLE, nic + " is stopping");
    }

    private void sweep() {
        long nowNs = System.nanoTime();
        for (Endpoint endpoint : endpoints.values()) {
            try {
                if (endpoint.isClosed() || endpoint.isIdle(nowNs)) {
                    close(endpoint, "idle");
                } else if (!endpoint.isAlive()) {
                    close(endpoint, "its VF was reset");
                }
            } catch (RuntimeException e) {
                log.warn("{}: endpoint {} cannot be closed yet", nic, endpoint.id(), e);
            }
        }
    }

    /** False when somebody else has closed it; its memory is free only when the NIC has let go of it. */
    private boolean close(Endpoint endpoint, String why) {
        endpoint.close();
        MemorySegment block = memory.remove(endpoint);
        endpoints.remove(endpoint.id());
        if (block == null) {
            return false;
        }
        blocks.giveBack(block);
        log.info("{}: endpoint {} closed: {}", nic, endpoint.id(), why);
        return true;
    }

    /** Ends waits at once; the endpoints end with the NIC. */
    @Override
    public void close() {
        closing = true;
        wait.stop();
        sweeper.shutdown();
        waits.shutdown();
    }
}
