package io.verbena.nic.verbs;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import java.lang.foreign.MemorySegment;

/** A protection domain ({@code ibv_pd}): its queue pairs reach its memory regions and no others. */
public final class ProtectionDomain implements AutoCloseable {
    private final Context context;
    private final int handle;

    ProtectionDomain(Context context, int handle) {
        this.context = context;
        this.handle = handle;
    }

    /**
     * Registers memory of {@link Context#memory}, the global arena or an automatic one.
     *
     * @throws VerbsException when a limit refuses it, or the memory is not native or not writable
     */
    public MemoryRegion regMr(MemorySegment memory, Access... access) {
        AdminResult result = context.execute(new AdminCommand.RegMr(context.id(), handle, memory, Access.bits(access)));
        if (result instanceof AdminResult.MrRegistered(int lkey, int rkey)) {
            return new MemoryRegion(context, memory, lkey, rkey);
        }
        throw VerbsException.of("reg_mr", result);
    }

    /** @throws VerbsException when a limit refuses it, or a capability is beyond the device */
    public QueuePair createQp(QpInitAttr attr) {
        AdminResult result = context.execute(new AdminCommand.CreateQp(
                context.id(), handle, attr.sendCq().handle(), attr.recvCq().handle(), attr.cap(), attr.sqSigAll()));
        if (result instanceof AdminResult.QpCreated created) {
            return new QueuePair(context, created);
        }
        throw VerbsException.of("create_qp", result);
    }

    @Override
    public void close() {
        context.run("dealloc_pd", new AdminCommand.DeallocPd(context.id(), handle));
    }
}
