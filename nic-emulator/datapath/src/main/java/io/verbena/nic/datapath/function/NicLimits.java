package io.verbena.nic.datapath.function;

/**
 * What the device can do at most.
 *
 * @param device all functions together
 * @param perFunction one function, whatever its spec says
 * @param workRequests entries of a send or receive queue
 * @param sges scatter/gather entries of a work request
 * @param inlineBytes payload inside a work request; it is copied into a train's slab
 * @param cqEntries entries of a completion queue
 * @param rdAtomic READs outstanding on a queue pair, in each direction
 * @param contexts open contexts of one function
 */
public record NicLimits(
        FunctionLimits device,
        FunctionLimits perFunction,
        int workRequests,
        int sges,
        int inlineBytes,
        int cqEntries,
        int rdAtomic,
        int contexts) {
    /** Queue pairs that the 16 slot bits of a QP number tell apart, less the reserved ones. */
    public static final int MAX_QP = 65_000;

    /** @throws IllegalArgumentException when a limit is beyond what the layouts carry */
    public NicLimits {
        if (device.qp() > MAX_QP || perFunction.qp() > device.qp()) {
            throw new IllegalArgumentException(
                    "queue pairs: at most " + MAX_QP + ", and a function no more than the device");
        }
        if (workRequests < 1 || workRequests > 1 << 15 || cqEntries < 1 || cqEntries > 1 << 22) {
            throw new IllegalArgumentException("queue sizes: 1 to 2^15 work requests, 1 to 2^22 completions");
        }
        if (sges < 1 || sges > 32 || inlineBytes < 0 || inlineBytes > 256 || rdAtomic < 1 || rdAtomic > 128) {
            throw new IllegalArgumentException("1 to 32 SGEs, 0 to 256 inline bytes, 1 to 128 READs");
        }
    }

    /** Limits of a software NIC: what the layouts carry, and 1 TiB of registered memory. */
    public static NicLimits defaults() {
        FunctionLimits all = new FunctionLimits(MAX_QP, 65_536, 1 << 20, 65_536, 1L << 40);
        return new NicLimits(all, all, 1 << 14, 32, 256, 1 << 20, 128, 1024);
    }
}
