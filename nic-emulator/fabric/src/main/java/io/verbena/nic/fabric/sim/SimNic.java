package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.CountersRead;
import io.verbena.nic.datapath.admin.AdminResult.FunctionsRead;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.CounterSnapshot;
import io.verbena.nic.datapath.observe.DropReason;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.fabric.sim.invariant.Traffic;
import io.verbena.nic.verbs.CommandChannel;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A NIC in a world: the real one, driven by events, with an observer on its wire. */
final class SimNic implements CommandChannel {
    private static final int BATCH_TRAINS = 8;
    /** A NIC that finds work so often without time passing is in a loop. */
    private static final int MAX_ROUNDS = 100_000;

    /** A packet that belongs to a queue pair and is undamaged counts as received, even if the transport has no use for it. */
    private static final Set<DropReason> DROPPED_AFTER_COUNTING = EnumSet.of(
            DropReason.OUT_OF_SEQUENCE,
            DropReason.RECEIVER_NOT_READY,
            DropReason.DUPLICATE_UNKNOWN,
            DropReason.REQUEST_REFUSED,
            DropReason.STALE_RESPONSE,
            DropReason.UNEXPECTED_RESPONSE);

    private final int index;
    private final NicConfig config;
    private final SimClock clock;
    private final Consumer<SimTrain> wire;
    private final Nic nic;
    private final TransmitBatch batch = new TransmitBatch(BATCH_TRAINS, Arena.ofAuto());
    private final ReceivedTrain slot = new ReceivedTrain();
    private final List<SimFunction> functions = new ArrayList<>();
    private @Nullable List<FunctionStatus> status;
    private long sentPackets;
    private long sentBytes;
    private long deliveredPackets;
    private long armedNs = Long.MAX_VALUE;

    SimNic(int index, NicConfig config, SimClock clock, Consumer<SimTrain> wire) {
        this.index = index;
        this.config = config;
        this.clock = clock;
        this.wire = wire;
        this.nic = new Nic(config);
    }

    int index() {
        return index;
    }

    NicConfig config() {
        return config;
    }

    void add(SimFunction function) {
        functions.add(function);
    }

    @Override
    public AdminResult execute(AdminCommand command) {
        status = null;
        return nic.execute(command, clock.nowNs());
    }

    /** Every event ends in a turn, so there is nobody to wake. */
    @Override
    public void wake() {}

    void onArrival(SimTrain train) {
        train.fill(slot);
        deliveredPackets += train.count();
        nic.onTrain(slot, clock.nowNs());
    }

    /** Works until nothing is left to do now. */
    void turn() {
        long nowNs = clock.nowNs();
        for (int round = 0; ; round++) {
            int work = nic.onDoorbells(nowNs);
            if (nic.nextDeadlineNs() - nowNs <= 0) {
                nic.onTime(nowNs);
                work++;
            }
            int trains = nic.pollTransmit(batch, nowNs);
            for (int i = 0; i < trains; i++) {
                SimTrain train = SimTrain.of(batch.train(i));
                sentPackets += train.count();
                sentBytes += train.bytes().length;
                wire.accept(train);
            }
            if (work + trains == 0) {
                break;
            }
            if (round == MAX_ROUNDS) {
                throw new IllegalStateException(config.name() + " does not come to rest at " + nowNs + " ns");
            }
        }
        while (nic.pollEvent() != null) {
            // Events are for control planes; their queue is bounded, so it is emptied.
        }
    }

    /** Hosts look at their completion queues. */
    void pollCompletions() {
        functions.forEach(SimFunction::pollCompletions);
    }

    /** Sees to it that time goes on no further than the NIC's next deadline. */
    void arm(EventScheduler events) {
        long deadlineNs = nic.nextDeadlineNs();
        if (deadlineNs < armedNs) {
            armedNs = deadlineNs;
            events.at(deadlineNs, () -> armedNs = Long.MAX_VALUE);
        }
    }

    /** Read-back of the functions, which only commands change: read anew after each of them. */
    List<FunctionStatus> status() {
        List<FunctionStatus> known = status;
        if (known == null) {
            if (!(execute(new AdminCommand.QueryFunctions()) instanceof FunctionsRead read)) {
                throw new IllegalStateException(config.name() + " does not tell its functions");
            }
            known = read.functions();
            status = known;
        }
        return known;
    }

    private CountersRead counters() {
        if (execute(new AdminCommand.ReadCounters()) instanceof CountersRead read) {
            return read;
        }
        throw new IllegalStateException(config.name() + " does not tell its counters");
    }

    long counted(Counter counter) {
        return sum(counters(), snapshot -> snapshot.count(counter));
    }

    Traffic traffic() {
        CountersRead read = counters();
        return new Traffic(
                config.name(),
                sum(read, c -> c.count(Counter.TRANSMIT_PACKETS)),
                sentPackets,
                sum(read, c -> c.count(Counter.TRANSMIT_BYTES)),
                sentBytes,
                sum(read, c -> c.count(Counter.RECEIVE_PACKETS)),
                sum(read, SimNic::dropsBeforeCounting),
                deliveredPackets,
                sum(read, SimNic::verbs),
                functions.stream().mapToLong(SimFunction::succeededSends).sum(),
                sum(read, c -> c.count(Counter.RECEIVE_VERBS)),
                functions.stream().mapToLong(SimFunction::succeededReceives).sum());
    }

    private static long dropsBeforeCounting(CounterSnapshot counters) {
        long after = 0;
        for (DropReason reason : DROPPED_AFTER_COUNTING) {
            after += counters.dropped(reason);
        }
        return counters.droppedInAll() - after;
    }

    private static long verbs(CounterSnapshot counters) {
        return counters.count(Counter.SEND_VERBS)
                + counters.count(Counter.WRITE_VERBS)
                + counters.count(Counter.READ_VERBS);
    }

    private static long sum(CountersRead read, ToLongFunction<CounterSnapshot> count) {
        long sum = count.applyAsLong(read.port());
        for (AdminResult.FunctionCounters function : read.functions()) {
            sum += count.applyAsLong(function.counters());
        }
        return sum;
    }

    long sentPackets() {
        return sentPackets;
    }
}
