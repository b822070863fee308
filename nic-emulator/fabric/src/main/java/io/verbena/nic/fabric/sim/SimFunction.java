package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.admin.AdminCommand.ConfigureFunction;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.FunctionApplied;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.fabric.sim.invariant.InvariantViolation;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.QpInitAttr;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.nic.verbs.WorkCompletion;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** A virtual function and the host program that uses it: one context, one PD, a CQ for sends and one for receives. */
final class SimFunction {
    private static final int CQ_ENTRIES = 1024;
    private static final int COMPLETIONS_PER_POLL = 64;
    private static final QpCapabilities CAPABILITIES = new QpCapabilities(32, 64, 4, 4, 64);

    private final SimNic nic;
    private final Gid address;
    private final Context context;
    private final ProtectionDomain pd;
    private final CompletionQueue sendCq;
    private final CompletionQueue recvCq;
    private final MemoryRegion pattern;
    private final Decoy decoy;
    private final Map<Integer, Endpoint> endpoints = new HashMap<>();
    private final WorkCompletion[] completions = new WorkCompletion[COMPLETIONS_PER_POLL];
    private long succeededSends;
    private long succeededReceives;

    /** What a function needs for its queue pairs, to the last byte. */
    static FunctionLimits limits(int queuePairs, long landingBytes) {
        int fixedRegions = 2;
        return new FunctionLimits(
                queuePairs, 2, queuePairs + fixedRegions, 1, Pattern.BYTES + Decoy.BYTES + landingBytes);
    }

    /** Configures slot {@code index} with limits that the host program will use up to the last one. */
    SimFunction(SimNic nic, int index, Gid address, FunctionLimits limits) {
        this.nic = nic;
        this.address = address;
        UUID uid = new UUID(nic.index(), index);
        CommandTuple tuple = new CommandTuple(nic.config().bootId(), 0, index, uid, 1, 1, "sha256:" + index);
        FunctionSpec spec = new FunctionSpec("tenant-" + index, "vf-" + nic.index() + "-" + index, address, limits);
        AdminResult result = nic.execute(new ConfigureFunction(tuple, spec));
        if (!(result instanceof FunctionApplied)) {
            throw new IllegalStateException("configuring was answered with " + result);
        }
        context = Context.open(nic, uid);
        pd = context.allocPd();
        sendCq = context.createCq(CQ_ENTRIES);
        recvCq = context.createCq(CQ_ENTRIES);
        pattern = pd.regMr(Pattern.memory(), Access.REMOTE_READ);
        decoy = new Decoy(this);
        nic.add(this);
    }

    Decoy decoy() {
        return decoy;
    }

    SimNic nic() {
        return nic;
    }

    Gid address() {
        return address;
    }

    MemoryRegion pattern() {
        return pattern;
    }

    MemorySegment allocate(long bytes) {
        return context.memory().allocate(bytes, Long.BYTES);
    }

    MemoryRegion register(MemorySegment memory) {
        return pd.regMr(memory, Access.LOCAL_WRITE, Access.REMOTE_WRITE);
    }

    QueuePair createQp(Endpoint endpoint) {
        QueuePair qp = pd.createQp(new QpInitAttr(sendCq, recvCq, CAPABILITIES, false));
        endpoints.put(qp.qpNum(), endpoint);
        return qp;
    }

    Endpoint endpoint(int qpNum) {
        Endpoint endpoint = endpoints.get(qpNum);
        if (endpoint == null) {
            throw new IllegalStateException("no queue pair 0x%06x on %s".formatted(qpNum, address));
        }
        return endpoint;
    }

    /** Asks for one queue pair and one PD more than the limits grant. */
    void overreach() {
        refused(() -> pd.createQp(new QpInitAttr(sendCq, recvCq, CAPABILITIES, false)));
        refused(context::allocPd);
    }

    private static void refused(Runnable verb) {
        try {
            verb.run();
        } catch (VerbsException e) {
            if (e.resource() != null) {
                return;
            }
            throw e;
        }
        throw new InvariantViolation(SimFunction.class, "a verb beyond the limit was granted");
    }

    void pollCompletions() {
        for (int taken = sendCq.poll(completions); taken > 0; taken = sendCq.poll(completions)) {
            for (int i = 0; i < taken; i++) {
                WorkCompletion completion = completions[i];
                int retired = endpoint(completion.qpNum()).onSendCompletion(completion);
                succeededSends += completion.status() == WcStatus.SUCCESS ? retired : 0;
            }
        }
        for (int taken = recvCq.poll(completions); taken > 0; taken = recvCq.poll(completions)) {
            for (int i = 0; i < taken; i++) {
                endpoint(completions[i].qpNum()).onReceiveCompletion(completions[i]);
                succeededReceives += completions[i].status() == WcStatus.SUCCESS ? 1 : 0;
            }
        }
    }

    /** Send work requests that succeeded, those without a completion of their own included. */
    long succeededSends() {
        return succeededSends;
    }

    long succeededReceives() {
        return succeededReceives;
    }
}
