package io.verbena.nic.datapath.function;

/** The most that may exist at a time of each resource. */
public record FunctionLimits(long qp, long cq, long mr, long pd, long registeredBytes) {
    /** @throws IllegalArgumentException when a limit is negative */
    public FunctionLimits {
        if (qp < 0 || cq < 0 || mr < 0 || pd < 0 || registeredBytes < 0) {
            throw new IllegalArgumentException("a limit is 0 or more");
        }
    }

    public long of(ResourceKind kind) {
        return switch (kind) {
            case QP -> qp;
            case CQ -> cq;
            case MR -> mr;
            case PD -> pd;
            case REGISTERED_BYTES -> registeredBytes;
        };
    }
}
