package io.verbena.nic.datapath;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import org.jspecify.annotations.Nullable;

/** The NIC as a value that is fed. */
public final class Nic {
    public Nic(NicConfig config) {}

    public int onDoorbells(long nowNs) {
        throw new UnsupportedOperationException();
    }

    public AdminResult execute(AdminCommand command, long nowNs) {
        throw new UnsupportedOperationException();
    }

    public void onTrain(ReceivedTrain train, long nowNs) {
        throw new UnsupportedOperationException();
    }

    public void onTime(long nowNs) {
        throw new UnsupportedOperationException();
    }

    public int pollTransmit(TransmitBatch batch, long nowNs) {
        throw new UnsupportedOperationException();
    }

    public @Nullable NicEvent pollEvent() {
        throw new UnsupportedOperationException();
    }

    public long nextDeadlineNs() {
        throw new UnsupportedOperationException();
    }

    /** Says "sleeping" to hosts and looks once more; false, and awake again, when there is work. */
    public boolean trySleep() {
        throw new UnsupportedOperationException();
    }

    /** Tells hosts that the owner is at work. */
    public void awake() {
        throw new UnsupportedOperationException();
    }
}
