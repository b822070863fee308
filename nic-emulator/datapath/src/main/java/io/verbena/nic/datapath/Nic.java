package io.verbena.nic.datapath;

import io.verbena.nic.datapath.abi.SleepFlag;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminUnit;
import io.verbena.nic.datapath.doorbell.DoorbellUnit;
import io.verbena.nic.datapath.function.PhysicalFunction;
import io.verbena.nic.datapath.memory.HostMemory;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.pipeline.Blocks;
import io.verbena.nic.datapath.pipeline.Pipeline;
import io.verbena.nic.datapath.pipeline.QpErrors;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import org.jspecify.annotations.Nullable;

/**
 * An RDMA NIC as a value that is fed: doorbells, commands, trains and time in; trains, events and a deadline out. It
 * reads no clock, opens no socket, starts no thread, and the same inputs give the same outputs.
 *
 * <p>One owner at a time. {@code nowNs} is any clock that does not go back. A turn of the owner: commands,
 * {@link #onDoorbells}, {@link #onTrain} for what came, {@link #onTime}, then {@link #pollTransmit} until it returns
 * less than a full batch. A train of a batch points into host memory, so it is sent before the next
 * {@link #execute}. Trains to a function's own or a sibling's address leave through the port like all others, and come
 * back by its loopback.
 */
public final class Nic {
    private final Blocks blocks;
    private final Pipeline pipeline;
    private final DoorbellUnit doorbells;
    private final SleepFlag sleep;
    private final AdminUnit admin;

    public Nic(NicConfig config) {
        blocks = new Blocks(config.functionCount());
        QpErrors errors = new QpErrors(blocks);
        pipeline = new Pipeline(blocks, errors, config.maxPacketsPerTrain());
        doorbells = new DoorbellUnit(pipeline::onDoorbell);
        sleep = new SleepFlag(HostMemory.allocate(SleepFlag.BYTES, SleepFlag.BYTES));
        PhysicalFunction device =
                new PhysicalFunction(config.limits(), config.bootId(), config.seed(), config.functionCount(), blocks);
        admin = new AdminUnit(
                config.bootId(),
                device,
                blocks,
                errors,
                doorbells,
                sleep,
                config.activeMtu(),
                config.receiveBufferBytes());
    }

    /**
     * Takes doorbells from shared memory, a bounded number; the rest stays rung.
     *
     * @return doorbells taken
     */
    public int onDoorbells(long nowNs) {
        return doorbells.drain();
    }

    /** Carries a command out. Whatever a host or a controller can get wrong is a refusal, not an exception. */
    public AdminResult execute(AdminCommand command, long nowNs) {
        return admin.execute(command, nowNs);
    }

    /** Takes packets from the wire; nothing of the train is kept. */
    public void onTrain(ReceivedTrain train, long nowNs) {
        pipeline.onTrain(train, nowNs);
    }

    /** Fires the timers that are due. */
    public void onTime(long nowNs) {
        pipeline.onTime(nowNs);
    }

    /**
     * Fills trains for the wire.
     *
     * @return trains filled, at most the batch's capacity; less means that nothing more can be sent now
     */
    public int pollTransmit(TransmitBatch batch, long nowNs) {
        return pipeline.pollTransmit(batch, nowNs);
    }

    /** Takes the oldest event, or null. */
    public @Nullable NicEvent pollEvent() {
        return blocks.events().poll();
    }

    /** When {@link #onTime} is due, {@link Long#MAX_VALUE} for never. Compare by subtraction after checking for never. */
    public long nextDeadlineNs() {
        return blocks.timers().nextDeadlineNs();
    }

    /**
     * Says "sleeping" to hosts, so that their doorbells wake the owner, and looks once more.
     *
     * @return false when a doorbell waits: the owner is awake again and goes on
     */
    public boolean trySleep() {
        sleep.sleep();
        if (doorbells.rung()) {
            sleep.awake();
            return false;
        }
        return true;
    }

    /** Tells hosts that the owner is at work and needs no waking. */
    public void awake() {
        sleep.awake();
    }
}
