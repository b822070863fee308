package io.verbena.nic.verbs;

/** {@code ibv_recv_wr}: filled, posted, and filled again after {@link #clear}. */
public final class RecvWr {
    private final SgList sgList = new SgList();
    private long wrId;

    public RecvWr clear() {
        sgList.clear();
        wrId = 0;
        return this;
    }

    public RecvWr wrId(long value) {
        wrId = value;
        return this;
    }

    /** Adds a piece of registered memory. */
    public RecvWr sge(long addr, long length, int lkey) {
        sgList.add(addr, length, lkey);
        return this;
    }

    long wrId() {
        return wrId;
    }

    SgList sgList() {
        return sgList;
    }
}
