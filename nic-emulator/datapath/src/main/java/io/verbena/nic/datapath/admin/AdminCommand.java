package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.lease.LeaseGrants;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import java.lang.foreign.MemorySegment;
import java.util.UUID;

/** The only door to the NIC's tables. */
public sealed interface AdminCommand {

    /** A mutation of a slot, fenced by its tuple. */
    sealed interface FunctionCommand extends AdminCommand {
        CommandTuple tuple();
    }

    /** Makes a free slot a function, or gives a function a new spec. */
    record ConfigureFunction(CommandTuple tuple, FunctionSpec spec) implements FunctionCommand {}

    /** Flushes and destroys all a function holds and draws its seeds anew; it stays assigned. */
    record ResetFunction(CommandTuple tuple) implements FunctionCommand {}

    /** Resets, verifies, and frees the slot; it is DIRTY when the proof fails. */
    record DestroyFunction(CommandTuple tuple) implements FunctionCommand {}

    /**
     * Sets how many slots the physical function has, adding or removing at the tail; fenced by its own epoch. Slots that would
     * go must be free.
     */
    record ResizeFunctions(UUID bootId, int pf, long epoch, int functionCount) implements AdminCommand {}

    /**
     * A fault to practise with: while it is set, closing the contexts of a slot destroys nothing, so that a reset of it
     * leaves behind what was there.
     */
    record BreakReset(int index, boolean broken) implements AdminCommand {}

    /** Reads every slot back. */
    record QueryFunctions() implements AdminCommand {}

    /** Reads every counter. */
    record ReadCounters() implements AdminCommand {}

    /** What the ledger and this NIC say to each other. */
    sealed interface LeaseCommand extends AdminCommand {}

    /** The ledger has opened an incarnation for a boot. */
    record OpenLeases(UUID bootId, long incarnation) implements LeaseCommand {}

    /** Asks what the ledger is to be told. */
    record SyncLeases() implements LeaseCommand {}

    /** Takes the ledger's answer. */
    record TakeGrants(LeaseGrants grants) implements LeaseCommand {}

    /** The ledger has closed a boot: if it is this one, all that exists is destroyed and nothing is leased any more. */
    record FenceLeases(UUID bootId) implements LeaseCommand {}

    /** What a host does with a function, named as in ibverbs. */
    sealed interface VerbsCommand extends AdminCommand {}

    record OpenContext(UUID vfUid) implements VerbsCommand {}

    /** Destroys all that the context holds. */
    record CloseContext(long context) implements VerbsCommand {}

    record AllocPd(long context) implements VerbsCommand {}

    record DeallocPd(long context, int pd) implements VerbsCommand {}

    /**
     * Registers native memory that stays valid until deregistered: of the verbs library's allocator, the global arena or an
     * automatic one. Its addresses are the virtual addresses that peers use.
     *
     * @param access bits of {@code abi.AccessFlags}
     */
    record RegMr(long context, int pd, MemorySegment memory, int access) implements VerbsCommand {}

    record DeregMr(long context, int lkey) implements VerbsCommand {}

    /** @param entries at least so many; rounded up to a power of two */
    record CreateCq(long context, int entries) implements VerbsCommand {}

    record DestroyCq(long context, int cq) implements VerbsCommand {}

    /** @param sqSigAll every send work request makes a completion */
    record CreateQp(long context, int pd, int sendCq, int recvCq, QpCapabilities capabilities, boolean sqSigAll)
            implements VerbsCommand {}

    record ModifyQp(long context, int qpNum, QpAttributes attributes) implements VerbsCommand {}

    record QueryQp(long context, int qpNum) implements VerbsCommand {}

    record DestroyQp(long context, int qpNum) implements VerbsCommand {}
}
