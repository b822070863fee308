package io.verbena.sriov;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.QpInitAttr;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.SendWr;
import io.verbena.nic.verbs.WorkCompletion;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/** A program that writes from one VF into another, over and over, until it is closed; a write that fails fails the test. */
public final class Traffic implements AutoCloseable {
    private static final int BYTES = 65_536;

    private final Side from;
    private final Side to;
    private final AtomicLong sent = new AtomicLong();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean stopping;

    private Traffic(Side from, Side to) {
        this.from = from;
        this.to = to;
    }

    /** Connects two VFs of a NIC and begins. */
    public static Traffic between(NicDevice nic, JsonNode from, JsonNode to) {
        Traffic traffic = new Traffic(new Side(nic, from), new Side(nic, to));
        traffic.from.connect(traffic.to);
        traffic.to.connect(traffic.from);
        Thread.ofPlatform().name("traffic").daemon().start(traffic::run);
        return traffic;
    }

    /** Writes that were completed with success. */
    public long sent() {
        if (ended.isCompletedExceptionally()) {
            ended.join();
        }
        return sent.get();
    }

    private void run() {
        try {
            while (!stopping) {
                from.write(to);
                sent.incrementAndGet();
            }
            ended.complete(null);
        } catch (RuntimeException | Error failed) {
            ended.completeExceptionally(failed);
        }
    }

    @Override
    public void close() {
        stopping = true;
        ended.join();
        from.context.close();
        to.context.close();
    }

    private static final class Side {
        private final Context context;
        private final CompletionQueue queue;
        private final QueuePair queuePair;
        private final MemoryRegion memory;
        private final WorkCompletion[] one = new WorkCompletion[1];

        Side(NicDevice nic, JsonNode vf) {
            context = Context.open(
                    nic.channel(), UUID.fromString(vf.at("/status/uid").asString()));
            ProtectionDomain pd = context.allocPd();
            queue = context.createCq(64);
            queuePair = pd.createQp(new QpInitAttr(queue, queue, new QpCapabilities(16, 16, 1, 1, 0), true));
            memory = pd.regMr(
                    context.memory().allocate(BYTES, 4096),
                    Access.LOCAL_WRITE,
                    Access.REMOTE_WRITE,
                    Access.REMOTE_READ);
        }

        void connect(Side peer) {
            queuePair.modifyToInit(Access.REMOTE_WRITE, Access.REMOTE_READ);
            queuePair.modifyToRtr(QpAttributes.rtr(
                    new AddressHandle(peer.context.gid(), 0),
                    Math.min(context.activeMtu(), peer.context.activeMtu()),
                    peer.queuePair.qpNum(),
                    0,
                    4,
                    1));
            queuePair.modifyToRts(QpAttributes.rts(0, 4, 7, 7, 14));
        }

        void write(Side peer) {
            queuePair.postSend(new SendWr()
                    .wrId(1)
                    .opcode(WrOpcode.RDMA_WRITE)
                    .sge(memory.addr(), BYTES, memory.lkey())
                    .remote(peer.memory.addr(), peer.memory.rkey()));
            while (queue.poll(one) == 0) {
                Thread.onSpinWait();
            }
            if (one[0].status() != WcStatus.SUCCESS) {
                throw new AssertionError("a write ended with " + one[0].status());
            }
        }
    }
}
