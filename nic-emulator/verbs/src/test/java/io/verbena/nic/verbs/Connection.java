package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Two connected ends with a memory region each. */
final class Connection {
    /** What a connection is made with. */
    record Options(
            int mtu,
            int regionBytes,
            int sqPsn,
            int retryCnt,
            int rnrRetry,
            int timeout,
            int minRnrTimer,
            int rdAtomic) {
        static Options defaults() {
            return new Options(1024, 1 << 20, 0xfffff0, 7, 7, 10, 1, 4);
        }

        Options withMtu(int value) {
            return new Options(value, regionBytes, sqPsn, retryCnt, rnrRetry, timeout, minRnrTimer, rdAtomic);
        }

        Options withRegionBytes(int value) {
            return new Options(mtu, value, sqPsn, retryCnt, rnrRetry, timeout, minRnrTimer, rdAtomic);
        }

        Options withRetryCnt(int value) {
            return new Options(mtu, regionBytes, sqPsn, value, rnrRetry, timeout, minRnrTimer, rdAtomic);
        }

        Options withRnr(int retry, int timer) {
            return new Options(mtu, regionBytes, sqPsn, retryCnt, retry, timeout, timer, rdAtomic);
        }

        Options withTimeout(int value) {
            return new Options(mtu, regionBytes, sqPsn, retryCnt, rnrRetry, value, minRnrTimer, rdAtomic);
        }

        Options withRdAtomic(int value) {
            return new Options(mtu, regionBytes, sqPsn, retryCnt, rnrRetry, timeout, minRnrTimer, value);
        }
    }

    /** One end. */
    static final class End {
        final Context context;
        final ProtectionDomain pd;
        final CompletionQueue cq;
        final QueuePair qp;
        final MemoryRegion mr;
        final MemorySegment memory;

        End(CommandChannel channel, UUID function, int regionBytes) {
            context = Context.open(channel, function);
            pd = context.allocPd();
            cq = context.createCq(256);
            qp = pd.createQp(new QpInitAttr(cq, cq, new QpCapabilities(128, 128, 8, 8, 128), false));
            memory = context.memory().allocate(regionBytes, 64);
            mr = pd.regMr(memory, Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
        }

        void toInit(Access... access) {
            qp.modifyToInit(access);
        }

        void connect(End peer, Options options) {
            qp.modifyToRtr(QpAttributes.rtr(
                    new AddressHandle(peer.context.gid(), 0),
                    options.mtu,
                    peer.qp.qpNum(),
                    options.sqPsn,
                    options.rdAtomic,
                    options.minRnrTimer));
            qp.modifyToRts(QpAttributes.rts(
                    options.sqPsn, options.rdAtomic, options.retryCnt, options.rnrRetry, options.timeout));
        }

        void fill(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            for (long i = 0; i + 8 <= memory.byteSize(); i += 8) {
                memory.set(ValueLayout.JAVA_LONG, i, random.nextLong());
            }
        }

        SendWr send(long wrId, long offset, long length) {
            return new SendWr()
                    .wrId(wrId)
                    .opcode(WrOpcode.SEND)
                    .sendFlags(SendFlags.SIGNALED)
                    .sge(mr.addr() + offset, length, mr.lkey());
        }

        SendWr oneSided(WrOpcode opcode, long wrId, long offset, End peer, long peerOffset, long length) {
            return send(wrId, offset, length).opcode(opcode).remote(peer.mr.addr() + peerOffset, peer.mr.rkey());
        }

        void receive(long wrId, long offset, long length) {
            qp.postRecv(new RecvWr().wrId(wrId).sge(mr.addr() + offset, length, mr.lkey()));
        }

        /** All completions that wait. */
        List<WorkCompletion> poll() {
            List<WorkCompletion> all = new ArrayList<>();
            while (true) {
                WorkCompletion[] one = new WorkCompletion[1];
                if (cq.poll(one) == 0) {
                    return all;
                }
                all.add(one[0]);
            }
        }
    }

    final End a;
    final End b;

    private Connection(End a, End b) {
        this.a = a;
        this.b = b;
    }

    static Connection of(TestWire.Host hostA, TestWire.Host hostB, Options options) {
        UUID functionA = hostA.addFunction("127.77.0.1");
        UUID functionB = hostB.addFunction("127.77.0.2");
        return between(hostA, functionA, hostB, functionB, options);
    }

    static Connection between(
            CommandChannel channelA, UUID functionA, CommandChannel channelB, UUID functionB, Options options) {
        End a = new End(channelA, functionA, options.regionBytes);
        End b = new End(channelB, functionB, options.regionBytes);
        a.fill(1);
        b.fill(2);
        for (End end : List.of(a, b)) {
            end.toInit(Access.REMOTE_WRITE, Access.REMOTE_READ);
        }
        a.connect(b, options);
        b.connect(a, options);
        return new Connection(a, b);
    }

    static boolean same(MemorySegment x, long xOffset, MemorySegment y, long yOffset, long length) {
        return x.asSlice(xOffset, length).mismatch(y.asSlice(yOffset, length)) == -1;
    }
}
