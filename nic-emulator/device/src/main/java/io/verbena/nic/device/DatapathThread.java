package io.verbena.nic.device;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.admin.RefusalReason;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.device.linux.Epoll;
import io.verbena.nic.device.linux.EventDescriptor;
import io.verbena.nic.device.linux.Libc;
import io.verbena.nic.fabric.port.Port;
import io.verbena.nic.verbs.CommandChannel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner of a NIC and its port. All it does is turns: commands, doorbells, what came, timers, what goes out.
 *
 * <p>Whoever holds the token {@link #owned} is the owner; that is this thread, or for one turn at a time a polling
 * application in {@link #drive}. While an application drives, the thread looks only each few milliseconds whether it still
 * does, since two spinning threads would share a core. Idle, it spins for 20 us, longer while sleeps are short, and then
 * sleeps until a datagram, a signal or the NIC's next deadline. A turn that throws is a bug of ours: the device stops with it, and says so to every
 * caller.
 */
public final class DatapathThread implements CommandChannel, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DatapathThread.class);

    private static final int COMMANDS_PER_TURN = 16;
    private static final int TRAINS_IN_PER_TURN = 16;
    static final int TRAINS_OUT_PER_TURN = 8;
    private static final int EVENTS_PER_TURN = 16;
    /** About what a sleep and a wake-up cost. */
    private static final long SPIN_NS = 20_000;
    /**
     * While sleeps turn out short, the owner spins longer before the next: under load a wake-up costs the sender more than
     * the spinning costs here. It does not yield: on a busy machine that gives away a whole time slice.
     */
    private static final long LONGEST_SPIN_NS = 50_000;

    private static final long SHORT_SLEEP_NS = 100_000;
    /** An application that has not driven for so long has stopped. */
    private static final long DRIVEN_NS = 1_000_000;
    /** How often it is looked whether the application still drives. */
    private static final long DRIVEN_LOOK_NS = 4_000_000;
    /** How often a thread that wakes up looks whether the token is free. */
    private static final long TOKEN_LOOK_NS = 50_000;
    /** So long a full wire is tried again before its trains are dropped; a batch never outlives its turn. */
    private static final long FLUSH_NS = 1_000_000;

    private static final long TIMER_SLACK_NS = 1;
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final int WAKE_TOKEN = -1;
    private static final int PORT_TOKEN = 0;

    private final String name;
    private final Nic nic;
    private final Port port;
    private final FunctionAddresses addresses;
    private final Consumer<NicEvent> events;
    private final Runnable onFailure;
    private final CommandQueue commands = new CommandQueue();
    private final Epoll epoll = new Epoll();
    private final EventDescriptor wakeUp = new EventDescriptor();
    private final ReceivedTrain received = new ReceivedTrain();
    private final TransmitBatch batch;
    private final AtomicBoolean owned = new AtomicBoolean();
    private final AtomicLong droppedTrains = new AtomicLong();
    private final AtomicLong sleeps = new AtomicLong();
    private final Thread thread;
    /** Of the thread alone. */
    private long spinNs = SPIN_NS;

    private volatile boolean sleeping;
    private volatile boolean stopping;
    private volatile long drivenAtNs = System.nanoTime() - DRIVEN_NS;
    private volatile @Nullable Throwable failure;

    /**
     * Takes nic and port over; {@link #start} makes it run.
     *
     * @param readiness readable when the port has a train
     * @param events takes what the NIC reports, at once and on the owner's thread
     * @param onFailure told when the owner has failed, within its last turn: it must not close this
     */
    public DatapathThread(
            String name, Nic nic, Port port, Epoll readiness, Consumer<NicEvent> events, Runnable onFailure)
            throws IOException {
        this.name = name;
        this.nic = nic;
        this.port = port;
        this.batch = new TransmitBatch(
                TRAINS_OUT_PER_TURN, Arena.ofAuto(), port.limits().packetOverheadBytes());
        this.addresses = new FunctionAddresses(nic, port);
        this.events = events;
        this.onFailure = onFailure;
        epoll.add(readiness, PORT_TOKEN);
        epoll.add(wakeUp, WAKE_TOKEN);
        thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        new Libc().setTimerSlack(TIMER_SLACK_NS);
        long idleSinceNs = System.nanoTime();
        while (!stopping && failure == null) {
            boolean worked = turnIfFree();
            long nowNs = System.nanoTime();
            if (nowNs - drivenAtNs < DRIVEN_NS) {
                LockSupport.parkNanos(this, DRIVEN_LOOK_NS);
                idleSinceNs = nowNs;
            } else if (worked) {
                idleSinceNs = nowNs;
            } else if (nowNs - idleSinceNs < spinNs) {
                Thread.onSpinWait();
            } else {
                sleep();
                idleSinceNs = System.nanoTime();
            }
        }
    }

    /** One turn, unless somebody else has the token. The time is read with it in hand: for the NIC it never goes back. */
    private boolean turnIfFree() {
        if (!owned.compareAndSet(false, true)) {
            return false;
        }
        try {
            return turn(System.nanoTime());
        } catch (Throwable e) {
            fail(e);
            return false;
        } finally {
            owned.setRelease(false);
        }
    }

    private boolean turn(long nowNs) {
        int work = runCommands(nowNs);
        work += nic.onDoorbells(nowNs);
        for (int i = 0; i < TRAINS_IN_PER_TURN && port.receive(received); i++) {
            nic.onTrain(received, nowNs);
            work++;
        }
        nic.onTime(nowNs);
        int out = nic.pollTransmit(batch, nowNs);
        if (out > 0) {
            send(out);
        }
        for (int i = 0; i < EVENTS_PER_TURN; i++) {
            NicEvent event = nic.pollEvent();
            if (event == null) {
                break;
            }
            events.accept(event);
            work++;
        }
        return work + out > 0;
    }

    private int runCommands(long nowNs) {
        for (int i = 0; i < COMMANDS_PER_TURN; i++) {
            CommandQueue.Pending next = commands.poll();
            if (next == null) {
                return i;
            }
            if (next.decide()) {
                try {
                    next.answer().complete(addresses.execute(next.command(), nowNs));
                } catch (Throwable e) {
                    next.answer().completeExceptionally(e);
                    throw e;
                }
            }
        }
        return COMMANDS_PER_TURN;
    }

    /** What the wire does not take is tried again within this turn, as it points into memory that a command may free. */
    private void send(int count) {
        int left = count - port.send(batch, count);
        if (left == 0) {
            return;
        }
        batch.skip(count - left);
        long fullSinceNs = System.nanoTime();
        while (left > 0) {
            if (System.nanoTime() - fullSinceNs > FLUSH_NS) {
                droppedTrains.addAndGet(left);
                return;
            }
            Thread.onSpinWait();
            int taken = port.send(batch, left);
            batch.skip(taken);
            left -= taken;
        }
    }

    /**
     * Sleeps unless there is work. The NIC tells hosts that it sleeps, fences and looks again, so a doorbell is either
     * seen here or its host sees the flag and signals; the same holds for commands and {@link #sleeping}.
     */
    private void sleep() {
        long deadlineNs;
        if (!owned.compareAndSet(false, true)) {
            return;
        }
        try {
            if (!nic.trySleep()) {
                return;
            }
            deadlineNs = nic.nextDeadlineNs();
        } catch (Throwable e) {
            fail(e);
            return;
        } finally {
            owned.setRelease(false);
        }
        sleeping = true;
        if (commands.isEmpty() && !stopping) {
            sleeps.lazySet(sleeps.getPlain() + 1);
            epoll.await(deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, deadlineNs - System.nanoTime()));
        }
        sleeping = false;
        wakeUp.drain();
        awake();
    }

    private void awake() {
        while (!owned.compareAndSet(false, true)) {
            // A driving application has the token nearly always. Spinning for the moment between two of its turns would
            // take the core from it, or from the peer, for whole time slices.
            LockSupport.parkNanos(this, TOKEN_LOOK_NS);
        }
        try {
            nic.awake();
        } finally {
            owned.setRelease(false);
        }
    }

    /** Called by who holds the token, so once; the turn that failed was the last. */
    private void fail(Throwable cause) {
        if (failure != null) {
            return;
        }
        failure = cause;
        log.error("{} has stopped: its datapath failed", name, cause);
        refuseWaiting();
        wakeUp.signal();
        onFailure.run();
    }

    private void refuseWaiting() {
        for (CommandQueue.Pending next = commands.poll(); next != null; next = commands.poll()) {
            if (next.decide()) {
                next.answer().completeExceptionally(stopped());
            }
        }
    }

    private IllegalStateException stopped() {
        return new IllegalStateException(name + " has stopped", failure);
    }

    @Override
    public AdminResult execute(AdminCommand command) {
        if (stopping || failure != null) {
            throw stopped();
        }
        CommandQueue.Pending pending = commands.offer(command);
        if (pending == null) {
            return new Refused(
                    RefusalReason.BUSY,
                    "the command queue of " + name + " is full: " + CommandQueue.CAPACITY + " commands wait",
                    null);
        }
        signal();
        if (stopping || failure != null) {
            refuseWaiting();
        }
        return await(pending);
    }

    private AdminResult await(CommandQueue.Pending pending) {
        try {
            try {
                return pending.answer().get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (pending.decide()) {
                    return new Refused(
                            RefusalReason.BUSY,
                            name + " did not answer within " + ANSWER_LIMIT.toSeconds() + " s",
                            null);
                }
                return pending.answer().get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(name + " failed in a command", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (pending.decide()) {
                throw new IllegalStateException("interrupted before " + name + " ran a command", e);
            }
            return pending.answer().join();
        }
    }

    @Override
    public void wake() {
        wakeUp.signal();
    }

    /** Reaches the owner wherever it waits: asleep, or parked while an application drives. */
    private void signal() {
        if (sleeping) {
            wakeUp.signal();
        }
        LockSupport.unpark(thread);
    }

    /**
     * One turn on the caller's thread, unless somebody is at it.
     *
     * @throws IllegalStateException when the device has stopped
     */
    @Override
    public void drive() {
        if (stopping || failure != null) {
            throw stopped();
        }
        drivenAtNs = System.nanoTime();
        if (sleeping) {
            // It sleeps until a deadline that this turn may undercut; awake, it looks from time to time.
            wakeUp.signal();
        }
        turnIfFree();
    }

    public boolean running() {
        return !stopping && failure == null && thread.isAlive();
    }

    /** Counts of the shell itself, by exposed name. */
    public Map<String, Long> counts() {
        return Map.of(
                "command_queue_full", commands.refusedCount(),
                "transmit_dropped_trains", droppedTrains.get(),
                "owner_sleeps", sleeps.get());
    }

    /** Stops the owner, answers who waits, and closes the port. */
    @Override
    public void close() {
        if (stopping) {
            return;
        }
        stopping = true;
        wakeUp.signal();
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Kept for ever: nobody drives a closed port.
        while (!owned.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        refuseWaiting();
        port.close();
        epoll.close();
        wakeUp.close();
    }
}
