package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.fabric.sim.invariant.Completed;
import io.verbena.nic.fabric.sim.invariant.Connected;
import io.verbena.nic.fabric.sim.invariant.InvariantViolation;
import io.verbena.nic.fabric.sim.invariant.Posted;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.RecvWr;
import io.verbena.nic.verbs.SendWr;
import io.verbena.nic.verbs.WorkCompletion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One queue pair and the host program behind it, which posts its plan, sometimes slowly, and checks what comes back. */
final class Endpoint {
    private static final int MAX_RECEIVES_POSTED = 48;

    private final Facts facts;
    private final EventScheduler events;
    private final SimFunction function;
    private final ConnectionPlan connection;
    private final List<Operation> plan;
    private final List<Operation> peerPlan;
    private final LandingArea area;
    private final QueuePair qp;
    private final QpId id;
    private final SendWr send = new SendWr();
    private final RecvWr receive = new RecvWr();
    /** Operations of the peer that need a receive work request, in order. */
    private final int[] receiveOrder;

    private Endpoint peer = this;
    private int nextOperation;
    private int retired;
    private int nextReceive;
    private int receivesDone;
    private boolean receivePostPending;

    Endpoint(
            Facts facts,
            EventScheduler events,
            SimFunction function,
            ConnectionPlan connection,
            List<Operation> plan,
            List<Operation> peerPlan) {
        this.facts = facts;
        this.events = events;
        this.function = function;
        this.connection = connection;
        this.plan = plan;
        this.peerPlan = peerPlan;
        this.area = new LandingArea(function, peerPlan, plan);
        this.receiveOrder = peerPlan.stream()
                .filter(Operation::needsReceive)
                .mapToInt(Operation::index)
                .toArray();
        this.qp = function.createQp(this);
        this.id = new QpId(function.nic().index(), qp.qpNum());
    }

    void connect(Endpoint other, int sqPsn, int rqPsn) {
        peer = other;
        qp.modifyToInit(Access.REMOTE_WRITE, Access.REMOTE_READ);
        qp.modifyToRtr(QpAttributes.rtr(
                new AddressHandle(other.function.address(), 0),
                connection.mtu(),
                other.qp.qpNum(),
                rqPsn,
                connection.maxRdAtomic(),
                connection.minRnrTimer()));
        qp.modifyToRts(QpAttributes.rts(
                sqPsn,
                connection.maxRdAtomic(),
                ConnectionPlan.RETRIES,
                ConnectionPlan.RNR_RETRIES,
                connection.timeout()));
        long windowBytes = other.function.nic().config().receiveBufferBytes();
        facts.onConnected(id, new Connected(sqPsn, rqPsn, windowBytes, connection.maxRdAtomic(), connection.mayFail()));
    }

    /** Posts what the depth allows. */
    void post() {
        while (nextOperation < plan.size() && nextOperation - retired < connection.depth()) {
            Operation operation = plan.get(nextOperation++);
            // Something in flight must make a completion, or nothing would ever be posted again.
            boolean fillsDepth = nextOperation - retired == connection.depth();
            boolean signaled = operation.signaled() || fillsDepth;
            facts.onPosted(id, new Posted(false, operation.index(), signaled));
            Landing landing = landing(operation);
            if (landing != null) {
                facts.onAnnounced(operation.isRead() ? id : peer.id, operation.isRead(), landing);
            }
            qp.postSend(request(operation, signaled));
        }
    }

    private @Nullable Landing landing(Operation operation) {
        if (operation.forbidden()) {
            return null;
        }
        return operation.isRead() ? area.read(operation.index()) : peer.area.inbound(operation.index());
    }

    private SendWr request(Operation operation, boolean signaled) {
        int index = operation.index();
        send.clear()
                .wrId(index)
                .opcode(operation.opcode())
                .sendFlags(signaled ? SendFlags.SIGNALED : 0)
                .immData(operation.immediate());
        if (operation.isRead()) {
            send.remote(
                    peer.function.pattern().addr() + operation.patternOffset(),
                    peer.function.pattern().rkey());
            addSges(area.readAddress(index), operation, area.region().lkey());
            return send;
        }
        if (operation.forbidden()) {
            send.remote(peer.function.decoy().address(), peer.function.decoy().staleKey());
        } else if (!operation.isSend()) {
            send.remote(peer.area.inboundAddress(index), peer.area.region().rkey());
        }
        if (operation.sges() == 0) {
            return send.inline(Pattern.memory().asSlice(operation.patternOffset(), operation.lengthBytes()));
        }
        addSges(
                function.pattern().addr() + operation.patternOffset(),
                operation,
                function.pattern().lkey());
        return send;
    }

    private void addSges(long address, Operation operation, int lkey) {
        int length = operation.lengthBytes();
        for (int i = 0; i < operation.sges(); i++) {
            int from = (int) ((long) length * i / operation.sges());
            int to = (int) ((long) length * (i + 1) / operation.sges());
            send.sge(address + from, to - from, lkey);
        }
    }

    /** Posts receives up to the next one that this program is slow with. */
    void postReceives() {
        receivePostPending = false;
        while (nextReceive < receiveOrder.length && nextReceive - receivesDone < MAX_RECEIVES_POSTED) {
            postReceive(peerPlan.get(receiveOrder[nextReceive++]));
            scheduleSlowReceive();
            if (receivePostPending) {
                return;
            }
        }
    }

    private void scheduleSlowReceive() {
        if (nextReceive < receiveOrder.length) {
            long delayNs = peerPlan.get(receiveOrder[nextReceive]).receiveDelayNs();
            if (delayNs > 0) {
                receivePostPending = true;
                events.after(delayNs, this::postReceives);
            }
        }
    }

    private void postReceive(Operation operation) {
        long wrId = nextReceive - 1L;
        receive.clear().wrId(wrId);
        if (operation.isSend()) {
            receive.sge(
                    area.inboundAddress(operation.index()),
                    operation.lengthBytes(),
                    area.region().lkey());
        }
        facts.onPosted(id, new Posted(true, wrId, true));
        qp.postRecv(receive);
    }

    /** @return requests that this completion ends, unsignaled ones before it included */
    int onSendCompletion(WorkCompletion completion) {
        Operation operation = plan.get((int) completion.wrId());
        facts.onCompletion(id, new Completed(false, completion.wrId(), completion.status(), landing(operation)));
        int ended = operation.index() + 1 - retired;
        retired = operation.index() + 1;
        events.after(connection.thinkNs(), this::post);
        return ended;
    }

    void onReceiveCompletion(WorkCompletion completion) {
        Operation operation = peerPlan.get(receiveOrder[(int) completion.wrId()]);
        facts.onCompletion(
                id, new Completed(true, completion.wrId(), completion.status(), area.inbound(operation.index())));
        receivesDone++;
        if (completion.status() == WcStatus.SUCCESS) {
            check(completion.byteLen() == operation.lengthBytes(), operation, "byte_len " + completion.byteLen());
            boolean immediateRight = completion.immData() == operation.immediate();
            check(completion.hasImmediate() == operation.hasImmediate(), operation, "flags " + completion.wcFlags());
            check(!operation.hasImmediate() || immediateRight, operation, "immediate " + completion.immData());
        }
        if (!receivePostPending) {
            receivePostPending = true;
            events.after(connection.thinkNs(), this::postReceives);
        }
    }

    private void check(boolean right, Operation operation, String what) {
        if (!right) {
            throw new InvariantViolation(Endpoint.class, "%s received %s with %s".formatted(id, operation, what));
        }
    }

    QpId id() {
        return id;
    }

    Endpoint peer() {
        return peer;
    }

    int mtu() {
        return connection.mtu();
    }

    LandingArea area() {
        return area;
    }

    QueuePair queuePair() {
        return qp;
    }

    SimFunction function() {
        return function;
    }

    QpState state() {
        QpState state = qp.query().state();
        if (state == null) {
            throw new IllegalStateException(id + " tells no state");
        }
        return state;
    }

    /** Whether the host program is through with its plan. */
    boolean isDone() {
        return retired == plan.size() || connection.mayFail();
    }

    int retired() {
        return retired;
    }

    int planned() {
        return plan.size();
    }
}
