package io.verbena.nic.device.lease;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseConfirmation;
import io.verbena.contracts.lease.LeaseOpening;
import io.verbena.contracts.lease.LeaseRegistration;
import io.verbena.contracts.lease.LeaseReply;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminCommand.FenceLeases;
import io.verbena.nic.datapath.admin.AdminCommand.OpenLeases;
import io.verbena.nic.datapath.admin.AdminCommand.SyncLeases;
import io.verbena.nic.datapath.admin.AdminCommand.TakeGrants;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.GrantsTaken;
import io.verbena.nic.datapath.admin.AdminResult.LeasesTold;
import io.verbena.nic.datapath.function.lease.LeaseRequest;
import io.verbena.nic.device.control.ManagerClient;
import io.verbena.nic.device.control.RefusedByPeer;
import io.verbena.nic.device.report.NicIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the leases of this boot in step with the ledger: opens an incarnation, then syncs each second, and at once when a
 * lease runs low, something was returned or a request was refused. A ledger that is away costs no more than a log line: the
 * datapath stops admitting beyond guarantees when the term ends.
 */
public final class LeaseLink implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaseLink.class);

    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** Between two rounds, however many ask for one. */
    private static final Duration LEAST_PAUSE = Duration.ofMillis(5);

    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);
    private static final String FENCED = ProblemType.LEASE_FENCED.uri();

    private final NicIdentity identity;
    private final ManagerClient ledger;
    private final Function<AdminCommand, AdminResult> datapath;
    private final Runnable onFenced;
    private final String path;
    private final Semaphore wanted = new Semaphore(0);
    private final ConcurrentLinkedQueue<CompletableFuture<Boolean>> waiting = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean stopping;

    private LeaseLink(
            NicIdentity identity,
            ManagerClient ledger,
            Function<AdminCommand, AdminResult> datapath,
            Runnable onFenced) {
        this.identity = identity;
        this.ledger = ledger;
        this.datapath = datapath;
        this.onFenced = onFenced;
        this.path = "/api/v1/nics/" + identity.nic() + "/leases";
        this.thread = Thread.ofVirtual().name(identity.nic() + "-leases").unstarted(this::run);
    }

    /**
     * Starts, in a thread of its own.
     *
     * @param ledger client of tenant-service, of this alone
     * @param onFenced told once, when all that existed here is destroyed because another boot speaks for this NIC
     */
    public static LeaseLink start(
            NicIdentity identity,
            ManagerClient ledger,
            Function<AdminCommand, AdminResult> datapath,
            Runnable onFenced) {
        var started = new LeaseLink(identity, ledger, datapath, onFenced);
        started.thread.start();
        return started;
    }

    /** Asks for a sync soon; costs the caller nothing. */
    public void wake() {
        wanted.release();
    }

    /** Has a sync that begins from now on, and waits for its answer; whether there was one within the limit. */
    boolean syncWithin(Duration limit) {
        var answered = new CompletableFuture<Boolean>();
        waiting.add(answered);
        wanted.release();
        try {
            return answered.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.remove(answered);
        }
    }

    private void run() {
        Duration wait = Duration.ZERO;
        Duration backOff = PERIOD;
        while (awaitRound(wait)) {
            List<CompletableFuture<Boolean>> asking = new ArrayList<>(waiting);
            boolean answered = false;
            try {
                sync();
                answered = true;
                wait = PERIOD;
                backOff = PERIOD;
            } catch (RefusedByPeer e) {
                if (e.problem().equals(FENCED)) {
                    fence();
                    return;
                }
                wait = backOff;
                backOff = failed(e, backOff);
            } catch (IOException e) {
                wait = backOff;
                backOff = failed(e, backOff);
            } catch (IllegalStateException e) {
                log.warn("{} leases nothing any more: {}", identity.nic(), e.getMessage());
                return;
            }
            for (CompletableFuture<Boolean> one : asking) {
                one.complete(answered);
            }
        }
    }

    private boolean awaitRound(Duration wait) {
        try {
            TimeUnit.NANOSECONDS.sleep(LEAST_PAUSE.toNanos());
            if (wanted.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
                wanted.drainPermits();
            }
            return !stopping;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private Duration failed(IOException cause, Duration backOff) {
        log.warn(
                "{} has no answer about leases: {}; next try in {} s",
                identity.nic(),
                cause.getMessage(),
                backOff.toSeconds());
        Duration twice = backOff.multipliedBy(2);
        return twice.compareTo(LONGEST_BACK_OFF) < 0 ? twice : LONGEST_BACK_OFF;
    }

    private void sync() throws IOException {
        if (!(datapath.apply(new SyncLeases()) instanceof LeasesTold(LeaseRequest request))) {
            throw new IOException("the datapath is busy");
        }
        if (request == null) {
            open();
            return;
        }
        LeaseReply reply = ledger.post(path + ":sync", LeaseMessages.sync(request), LeaseReply.class);
        if (datapath.apply(new TakeGrants(LeaseMessages.grants(reply))) instanceof GrantsTaken(boolean returned)
                && returned) {
            wake();
        }
    }

    private void open() throws IOException {
        LeaseChallenge challenge =
                ledger.post(path + ":register", new LeaseRegistration(identity.bootId()), LeaseChallenge.class);
        LeaseOpening opening = ledger.post(
                path + ":confirm", new LeaseConfirmation(identity.bootId(), challenge.challenge()), LeaseOpening.class);
        AdminResult _ = datapath.apply(new OpenLeases(opening.bootId(), opening.incarnation()));
        log.info("{} may lease, as incarnation {}", identity.nic(), opening.incarnation());
        wake();
    }

    private void fence() {
        log.error("another boot speaks for {}: all that exists here is destroyed, and this one stops", identity.nic());
        AdminResult _ = datapath.apply(new FenceLeases(identity.bootId()));
        onFenced.run();
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
        try {
            thread.join(STOP_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
