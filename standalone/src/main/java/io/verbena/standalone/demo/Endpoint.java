package io.verbena.standalone.demo;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.CommandChannel;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.QpInitAttr;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.WorkCompletion;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A verbs program's side of one connection: a VF opened, memory registered, a queue pair. */
final class Endpoint implements AutoCloseable {
    /** The largest payload; what lies behind it must stay as it was. */
    static final int PAYLOAD_BYTES = 8 << 20;

    static final int GUARD_BYTES = 4096;

    private static final QpCapabilities CAPABILITIES = new QpCapabilities(16, 16, 1, 1, 0);
    private static final int CQ_ENTRIES = 64;
    private static final long PAGE_BYTES = 4096;
    private static final int MAX_READS = 1;
    /** 0.64 ms (IBTA table 45): a receiver that is late is asked again after so long. */
    private static final int MIN_RNR_TIMER = 12;
    /** As often as the header allows; RNR retry 7 is for ever. */
    private static final int RETRIES = 7;

    private static final Duration COMPLETION_LIMIT = Duration.ofSeconds(30);

    private final VirtualFunction vf;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final MemoryRegion mr;
    private final QueuePair qp;
    private final @Nullable WorkCompletion[] completion = new WorkCompletion[1];

    private Endpoint(VirtualFunction vf, Context context) {
        this.vf = vf;
        this.context = context;
        pd = context.allocPd();
        MemorySegment memory = context.memory().allocate(PAYLOAD_BYTES + GUARD_BYTES, PAGE_BYTES);
        mr = pd.regMr(memory, Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
        cq = context.createCq(CQ_ENTRIES);
        qp = newQueuePair();
    }

    /** @param channel the way to the NIC of the host that this program runs on */
    static Endpoint open(CommandChannel channel, VirtualFunction vf) {
        Context context = Context.open(channel, vf.uid());
        try {
            return new Endpoint(vf, context);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    /** One more queue pair, or {@link io.verbena.nic.verbs.VerbsException} when the VF's limit is reached. */
    QueuePair newQueuePair() {
        return pd.createQp(new QpInitAttr(cq, cq, CAPABILITIES, false));
    }

    /**
     * Makes this side ready to send to and to hear from a peer.
     *
     * @param firstPsn of either direction
     * @param timeoutCode a packet that is not acknowledged within 4.096 us x 2^code is sent again
     */
    void connect(Endpoint peer, int firstPsn, int timeoutCode) {
        int mtu = Math.min(context.activeMtu(), peer.context.activeMtu());
        qp.modifyToInit(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
        qp.modifyToRtr(QpAttributes.rtr(
                new AddressHandle(peer.context.gid(), 0), mtu, peer.qp.qpNum(), firstPsn, MAX_READS, MIN_RNR_TIMER));
        qp.modifyToRts(QpAttributes.rts(firstPsn, MAX_READS, RETRIES, RETRIES, timeoutCode));
    }

    /** The next completion of this side, a good one; the caller works for its NIC while it waits. */
    WorkCompletion await(String what) throws ScenarioFailure {
        long giveUpNs = System.nanoTime() + COMPLETION_LIMIT.toNanos();
        while (cq.poll(completion) == 0) {
            if (System.nanoTime() - giveUpNs > 0) {
                throw new ScenarioFailure(
                        what + " at " + vf.id() + " had no completion within " + COMPLETION_LIMIT.toSeconds() + " s");
            }
            context.drive();
        }
        WorkCompletion taken = completion[0];
        if (taken == null || taken.status() != WcStatus.SUCCESS) {
            throw new ScenarioFailure(what + " at " + vf.id() + " ended with " + taken);
        }
        return taken;
    }

    VirtualFunction vf() {
        return vf;
    }

    QueuePair qp() {
        return qp;
    }

    MemorySegment memory() {
        return mr.memory();
    }

    long addr() {
        return mr.addr();
    }

    int lkey() {
        return mr.lkey();
    }

    int rkey() {
        return mr.rkey();
    }

    /** Destroys all that was made with it. */
    @Override
    public void close() {
        context.close();
    }
}
