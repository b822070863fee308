package io.verbena.nic.verbs;

import io.verbena.nic.datapath.admin.AdminCommand;
import java.lang.foreign.MemorySegment;

/** Registered memory ({@code ibv_mr}). */
public final class MemoryRegion implements AutoCloseable {
    private final Context context;
    private final MemorySegment memory;
    private final int lkey;
    private final int rkey;

    MemoryRegion(Context context, MemorySegment memory, int lkey, int rkey) {
        this.context = context;
        this.memory = memory;
        this.lkey = lkey;
        this.rkey = rkey;
    }

    public MemorySegment memory() {
        return memory;
    }

    /** Virtual address of its first byte, for SGEs and for peers. */
    public long addr() {
        return memory.address();
    }

    public long length() {
        return memory.byteSize();
    }

    public int lkey() {
        return lkey;
    }

    public int rkey() {
        return rkey;
    }

    @Override
    public void close() {
        context.run("dereg_mr", new AdminCommand.DeregMr(context.id(), lkey));
    }
}
