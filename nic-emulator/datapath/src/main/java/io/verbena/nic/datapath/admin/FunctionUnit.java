package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.admin.AdminCommand.ConfigureFunction;
import io.verbena.nic.datapath.admin.AdminCommand.DestroyFunction;
import io.verbena.nic.datapath.admin.AdminCommand.FunctionCommand;
import io.verbena.nic.datapath.admin.AdminCommand.ResetFunction;
import io.verbena.nic.datapath.admin.AdminResult.FunctionApplied;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionState;
import io.verbena.nic.datapath.function.PhysicalFunction;
import io.verbena.nic.datapath.function.VirtualFunction;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.pipeline.Blocks;
import java.util.BitSet;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Function commands and their fence: what is not current is refused, in a fixed order, and told what is current. Epoch
 * floors outlive the holder of a slot.
 */
final class FunctionUnit {
    private final UUID bootId;
    private final PhysicalFunction device;
    private final Blocks blocks;
    private final VerbsUnit verbs;
    private final BitSet brokenResets = new BitSet();

    FunctionUnit(UUID bootId, PhysicalFunction device, Blocks blocks, VerbsUnit verbs) {
        this.bootId = bootId;
        this.device = device;
        this.blocks = blocks;
        this.verbs = verbs;
    }

    AdminResult execute(FunctionCommand command) {
        CommandTuple tuple = command.tuple();
        if (!tuple.bootId().equals(bootId)) {
            return fenced(RefusalReason.WRONG_BOOT, "this boot is " + bootId, slot(tuple));
        }
        VirtualFunction slot = slot(tuple);
        if (slot == null) {
            return fenced(
                    RefusalReason.INDEX_OUT_OF_RANGE,
                    "pf 0 has slots 0 to " + (device.slots().size() - 1),
                    null);
        }
        if (slot.vfUid() != null && !slot.vfUid().equals(tuple.vfUid())) {
            return fenced(RefusalReason.WRONG_OWNER, "the slot is held by " + slot.vfUid(), slot);
        }
        if (tuple.epoch() < slot.epochFloor()) {
            return fenced(RefusalReason.STALE_EPOCH, "the epoch is " + slot.epochFloor(), slot);
        }
        if (tuple.epoch() > slot.epochFloor()) {
            slot.raiseEpoch(tuple.epoch());
            closeContexts(slot);
        }
        if (slot.vfUid() != null && tuple.generation() < slot.appliedGeneration()) {
            return fenced(
                    RefusalReason.STALE_GENERATION, "generation " + slot.appliedGeneration() + " is in force", slot);
        }
        if (slot.vfUid() != null
                && tuple.generation() == slot.appliedGeneration()
                && !tuple.digest().equals(slot.digest())) {
            return fenced(
                    RefusalReason.CONFLICT,
                    "generation " + tuple.generation() + " is in force with another spec",
                    slot);
        }
        return switch (command) {
            case ConfigureFunction configure -> configure(slot, tuple, configure.spec());
            case ResetFunction reset -> reset(slot, tuple);
            case DestroyFunction destroy -> destroy(slot, tuple);
        };
    }

    AdminResult execute(AdminCommand.ResizeFunctions resize) {
        if (!resize.bootId().equals(bootId)) {
            return fenced(RefusalReason.WRONG_BOOT, "this boot is " + bootId, null);
        }
        if (resize.pf() != 0) {
            return fenced(RefusalReason.INDEX_OUT_OF_RANGE, "there is physical function 0 alone", null);
        }
        int count = resize.functionCount();
        if (count < 1 || count > NicConfig.MAX_FUNCTIONS) {
            return refused(
                    RefusalReason.INVALID_ARGUMENT,
                    "a physical function has 1 to " + NicConfig.MAX_FUNCTIONS + " functions, not " + count,
                    null);
        }
        if (resize.epoch() < device.resizeEpoch()) {
            return fenced(RefusalReason.STALE_EPOCH, "the epoch is " + device.resizeEpoch(), null);
        }
        if (resize.epoch() == device.resizeEpoch() && count != device.resizeWanted()) {
            return fenced(
                    RefusalReason.CONFLICT,
                    "epoch " + resize.epoch() + " wanted " + device.resizeWanted() + " functions",
                    null);
        }
        device.intend(resize.epoch(), count);
        int before = device.slots().size();
        for (int index = count; index < before; index++) {
            VirtualFunction slot = device.slots().get(index);
            if (slot.state() != FunctionState.FREE) {
                return refused(RefusalReason.INVALID_STATE, "slot " + index + " is " + slot.state(), slot);
            }
        }
        device.resize(count);
        return new AdminResult.FunctionsResized(count != before, resize.epoch(), count);
    }

    AdminResult execute(AdminCommand.BreakReset fault) {
        if (fault.index() < 0 || fault.index() >= device.slots().size()) {
            return refused(RefusalReason.INDEX_OUT_OF_RANGE, "there is no slot " + fault.index(), null);
        }
        brokenResets.set(fault.index(), fault.broken());
        return new AdminResult.Done();
    }

    private @Nullable VirtualFunction slot(CommandTuple tuple) {
        boolean known = tuple.pf() == 0
                && tuple.index() >= 0
                && tuple.index() < device.slots().size();
        return known ? device.slots().get(tuple.index()) : null;
    }

    private AdminResult configure(VirtualFunction slot, CommandTuple tuple, FunctionSpec spec) {
        if (slot.state() == FunctionState.DIRTY) {
            return refused(RefusalReason.INVALID_STATE, "the slot is DIRTY", slot);
        }
        if (slot.vfUid() != null && tuple.generation() == slot.appliedGeneration()) {
            return new FunctionApplied(false, slot.status());
        }
        VirtualFunction elsewhere = device.find(tuple.vfUid());
        if (elsewhere != null && elsewhere != slot) {
            return refused(RefusalReason.CONFLICT, "this VF holds slot " + elsewhere.index(), slot);
        }
        VirtualFunction holder = device.holding(spec.address());
        if (holder != null && holder != slot) {
            return refused(
                    RefusalReason.ADDRESS_IN_USE, spec.address() + " is the address of slot " + holder.index(), slot);
        }
        FunctionSpec before = slot.spec();
        if (before != null && before.vni() != spec.vni()) {
            return refused(RefusalReason.CONFLICT, "the function is in VNI " + before.vni() + " for its life", slot);
        }
        if (before != null && !before.address().equals(spec.address())) {
            // Connections are bound to the address.
            closeContexts(slot);
        }
        slot.apply(tuple.vfUid(), tuple.generation(), tuple.digest(), spec);
        return applied(slot, tuple.vfUid(), "configured");
    }

    private AdminResult reset(VirtualFunction slot, CommandTuple tuple) {
        if (slot.vfUid() == null) {
            return refused(RefusalReason.NOT_CONFIGURED, "the slot is free", slot);
        }
        if (slot.resetEpoch() == tuple.epoch() && slot.state() == FunctionState.ACTIVE) {
            return new FunctionApplied(false, slot.status());
        }
        if (clear(slot, tuple.epoch())) {
            slot.markClean();
        } else {
            slot.markDirty();
        }
        return applied(slot, tuple.vfUid(), "reset");
    }

    private AdminResult destroy(VirtualFunction slot, CommandTuple tuple) {
        if (slot.vfUid() == null) {
            return new FunctionApplied(false, slot.status());
        }
        if (clear(slot, tuple.epoch())) {
            slot.free();
        } else {
            slot.markDirty();
        }
        return applied(slot, tuple.vfUid(), "destroyed");
    }

    /**
     * Destroys all in a slot, proves it by the device's tables, not only by the slot's books, and draws new seeds. False:
     * something is left. Its keys stay then, as the next attempt finds by them what it has to destroy.
     */
    private boolean clear(VirtualFunction slot, long epoch) {
        closeContexts(slot);
        boolean proven = slot.isEmpty()
                && blocks.queuePairs().count(slot.index()) == 0
                && blocks.completions().count(slot.index()) == 0
                && slot.port().keys().count() == 0;
        if (proven) {
            slot.rotateSeeds(epoch);
        }
        return proven;
    }

    private void closeContexts(VirtualFunction slot) {
        if (!brokenResets.get(slot.index())) {
            verbs.closeContexts(slot);
        }
    }

    private FunctionApplied applied(VirtualFunction slot, UUID vfUid, String change) {
        blocks.events()
                .add(new NicEvent(
                        NicEvent.Type.FUNCTION_CHANGED,
                        vfUid,
                        Map.of(
                                "index", Integer.toString(slot.index()),
                                "change", change,
                                "state", slot.state().name())));
        return new FunctionApplied(true, slot.status());
    }

    private Refused fenced(RefusalReason reason, String detail, @Nullable VirtualFunction slot) {
        blocks.port().increment(Counter.FENCED_COMMANDS);
        if (slot != null && slot.vfUid() != null) {
            slot.port().counters().increment(Counter.FENCED_COMMANDS);
        }
        blocks.events()
                .add(new NicEvent(
                        NicEvent.Type.COMMAND_FENCED,
                        slot == null ? null : slot.vfUid(),
                        Map.of("reason", reason.name(), "detail", detail)));
        return refused(reason, detail, slot);
    }

    private static Refused refused(RefusalReason reason, String detail, @Nullable VirtualFunction slot) {
        return new Refused(reason, detail, slot == null ? null : slot.status());
    }
}
