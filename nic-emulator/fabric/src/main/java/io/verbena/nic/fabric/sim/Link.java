package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.wire.Bth;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One direction between two NICs. Packets keep their order but for the faults of the plan; neighbours that no fault hit
 * arrive as trains.
 */
final class Link {
    /** An overtaken packet is late by so many delays. */
    private static final int MAX_LATENESS = 4;

    private static final int MAX_TRAIN_PACKETS = 16;
    /** The FECN, BECN and reserved bits are not covered by the ICRC: a flip there is no damage. */
    private static final int UNCOVERED_BYTE = Bth.ECN_OFFSET;

    private final SimClock clock;
    private final EventScheduler events;
    private final SplittableRandom random;
    private final FaultTally tally;
    private final Consumer<SimTrain> receiver;
    private FaultPlan plan;
    private long lastArrivalNs;

    Link(
            SimClock clock,
            EventScheduler events,
            FaultPlan plan,
            SplittableRandom random,
            FaultTally tally,
            Consumer<SimTrain> receiver) {
        this.clock = clock;
        this.events = events;
        this.plan = plan;
        this.random = random;
        this.tally = tally;
        this.receiver = receiver;
    }

    /** From now on the link only takes its time. */
    void heal() {
        plan = plan.healed();
    }

    void send(SimTrain train) {
        int runStart = 0;
        int longest = random.nextInt(1, MAX_TRAIN_PACKETS + 1);
        for (int packet = 0; packet < train.count(); packet++) {
            if (packet - runStart == longest) {
                deliver(train.slice(runStart, packet));
                runStart = packet;
            }
            if (harm(train, packet)) {
                deliver(train.slice(runStart, packet));
                runStart = packet + 1;
            }
        }
        deliver(train.slice(runStart, train.count()));
    }

    /** Decides one packet's fate; true when it does not travel with its neighbours. */
    private boolean harm(SimTrain train, int packet) {
        if (hits(plan.lossPercent())) {
            tally.add(Fault.LOSS);
            return true;
        }
        if (hits(plan.bitFlipPercent())) {
            int at = random.nextInt(train.packetBytes(packet));
            if (at != UNCOVERED_BYTE) {
                tally.add(Fault.BIT_FLIP);
                deliverLate(train.slice(packet, packet + 1).damaged(at, random.nextInt(Byte.SIZE)));
                return true;
            }
        }
        if (hits(plan.duplicationPercent())) {
            tally.add(Fault.DUPLICATION);
            deliverLate(train.slice(packet, packet + 1));
        }
        if (hits(plan.reorderingPercent())) {
            tally.add(Fault.REORDERING);
            deliverLate(train.slice(packet, packet + 1));
            return true;
        }
        return false;
    }

    private void deliverLate(SimTrain train) {
        long lateNs = plan.delayNs() + random.nextLong(1, MAX_LATENESS * plan.delayNs());
        events.after(lateNs, () -> receiver.accept(train));
    }

    private void deliver(SimTrain train) {
        if (train.count() > 0) {
            long jitterNs = plan.jitterNs() == 0 ? 0 : random.nextLong(plan.jitterNs());
            lastArrivalNs = Math.max(lastArrivalNs + 1, clock.nowNs() + plan.delayNs() + jitterNs);
            events.at(lastArrivalNs, () -> receiver.accept(train));
        }
    }

    private boolean hits(double percent) {
        return percent > 0 && random.nextDouble() * 100 < percent;
    }
}
