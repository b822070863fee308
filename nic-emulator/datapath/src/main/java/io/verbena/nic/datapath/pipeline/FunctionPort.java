package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.translation.KeyTable;
import io.verbena.nic.datapath.wire.Gid;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the pipeline knows of a function. Written by {@code function}, replaced when its holder or its seeds change. */
public final class FunctionPort {
    private KeyTable keys = new KeyTable(0);
    private Counters counters = new Counters();
    private Gid address = new Gid(0, 0);
    private @Nullable UUID vfUid;

    public KeyTable keys() {
        return keys;
    }

    public Counters counters() {
        return counters;
    }

    public Gid address() {
        return address;
    }

    public @Nullable UUID vfUid() {
        return vfUid;
    }

    public void assign(UUID newVfUid, Gid newAddress) {
        vfUid = newVfUid;
        address = newAddress;
    }

    /** A new holder counts from zero. */
    public void restartCounters() {
        counters = new Counters();
    }

    public void replaceKeys(KeyTable newKeys) {
        keys = newKeys;
    }

    public void free() {
        vfUid = null;
        address = new Gid(0, 0);
    }

    boolean hasAddress(long high, long low) {
        return address.low() == low && address.high() == high;
    }
}
