package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.DoorbellPage;
import io.verbena.nic.datapath.abi.SleepFlag;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.ContextOpened;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.wire.Gid;
import java.util.UUID;

/** A function opened by this process ({@code ibv_context}); closing it destroys all that was made with it. */
public final class Context implements AutoCloseable {
    private final CommandChannel channel;
    private final ContextOpened opened;
    private final RegisteredMemory memory = new RegisteredMemory();

    private Context(CommandChannel channel, ContextOpened opened) {
        this.channel = channel;
        this.opened = opened;
    }

    /** @throws VerbsException when the NIC has no such function */
    public static Context open(CommandChannel channel, UUID vfUid) {
        AdminResult result = channel.execute(new AdminCommand.OpenContext(vfUid));
        if (result instanceof ContextOpened opened) {
            return new Context(channel, opened);
        }
        throw VerbsException.of("open_device", result);
    }

    /** @throws VerbsException when a limit refuses it */
    public ProtectionDomain allocPd() {
        AdminResult result = channel.execute(new AdminCommand.AllocPd(id()));
        if (result instanceof AdminResult.PdAllocated(int pd)) {
            return new ProtectionDomain(this, pd);
        }
        throw VerbsException.of("alloc_pd", result);
    }

    /**
     * @param cqe at least so many entries
     * @throws VerbsException when a limit refuses it
     */
    public CompletionQueue createCq(int cqe) {
        AdminResult result = channel.execute(new AdminCommand.CreateCq(id(), cqe));
        if (result instanceof AdminResult.CqCreated created) {
            return new CompletionQueue(this, created.cq(), created.ring());
        }
        throw VerbsException.of("create_cq", result);
    }

    /** GID of the function: what a peer connects to. */
    public Gid gid() {
        return opened.address();
    }

    /** The largest path MTU, bytes. */
    public int activeMtu() {
        return opened.activeMtu();
    }

    public NicLimits limits() {
        return opened.limits();
    }

    /** Where memory to register comes from. */
    public RegisteredMemory memory() {
        return memory;
    }

    /** Lets the caller be the NIC's owner for one turn, where that is possible. */
    public void drive() {
        channel.drive();
    }

    @Override
    public void close() {
        run("close_device", new AdminCommand.CloseContext(id()));
    }

    long id() {
        return opened.context();
    }

    AdminResult execute(AdminCommand command) {
        return channel.execute(command);
    }

    void run(String verb, AdminCommand command) {
        AdminResult result = channel.execute(command);
        if (!(result instanceof AdminResult.Done)) {
            throw VerbsException.of(verb, result);
        }
    }

    void ring(int doorbell) {
        DoorbellPage doorbells = opened.doorbells();
        SleepFlag sleep = opened.sleep();
        doorbells.ring(doorbell);
        if (sleep.sleeps()) {
            channel.wake();
        }
    }
}
