package io.verbena.nic.datapath.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.admin.AdminCommand.ConfigureFunction;
import io.verbena.nic.datapath.admin.AdminCommand.DestroyFunction;
import io.verbena.nic.datapath.admin.AdminCommand.ResetFunction;
import io.verbena.nic.datapath.admin.AdminResult.ContextOpened;
import io.verbena.nic.datapath.admin.AdminResult.FunctionApplied;
import io.verbena.nic.datapath.admin.AdminResult.MrRegistered;
import io.verbena.nic.datapath.admin.AdminResult.PdAllocated;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionState;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.memory.HostMemory;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.wire.Gid;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The fence of function commands, in its order. */
class FencingTest {
    private static final UUID BOOT = new UUID(1, 1);
    private static final UUID BLUE = new UUID(2, 1);
    private static final UUID RED = new UUID(2, 2);

    private final Nic nic = new Nic(NicConfig.of("nic-a", BOOT, 7));

    private static FunctionSpec spec(int address) {
        return new FunctionSpec(
                "blue", "blue-a", Gid.parse("127.77.0." + address), new FunctionLimits(4, 4, 4, 4, 4096));
    }

    private AdminResult configure(UUID uid, int index, long epoch, long generation, String digest, int address) {
        CommandTuple tuple = new CommandTuple(BOOT, 0, index, uid, epoch, generation, digest);
        return nic.execute(new ConfigureFunction(tuple, spec(address)), 0);
    }

    private static void assertRefused(AdminResult result, RefusalReason reason) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class, r -> assertThat(r.reason()).isEqualTo(reason));
    }

    private static FunctionStatus applied(AdminResult result, boolean changed) {
        assertThat(result).isInstanceOf(FunctionApplied.class);
        FunctionApplied applied = (FunctionApplied) result;
        assertThat(applied.changed()).isEqualTo(changed);
        return applied.current();
    }

    private ContextOpened open(UUID uid) {
        return (ContextOpened) nic.execute(new AdminCommand.OpenContext(uid), 0);
    }

    @Test
    void looksAtTheBootFirst() {
        CommandTuple tuple = new CommandTuple(new UUID(9, 9), 5, -1, RED, -1, -1, "");
        assertRefused(nic.execute(new ResetFunction(tuple), 0), RefusalReason.WRONG_BOOT);
    }

    @Test
    void thenAtTheSlot() {
        assertRefused(configure(BLUE, 16, 1, 1, "d", 1), RefusalReason.INDEX_OUT_OF_RANGE);
        assertRefused(configure(BLUE, -1, 1, 1, "d", 1), RefusalReason.INDEX_OUT_OF_RANGE);
    }

    @Test
    void thenAtTheOwnerEvenForANewerEpoch() {
        configure(BLUE, 0, 5, 1, "d", 1);
        AdminResult result = configure(RED, 0, 9, 9, "d", 2);
        assertRefused(result, RefusalReason.WRONG_OWNER);
        assertThat(((Refused) result).current()).satisfies(current -> {
            assertThat(current.vfUid()).isEqualTo(BLUE);
            assertThat(current.epochFloor()).isEqualTo(5);
        });
    }

    @Test
    void thenAtTheEpochEvenForANewerGeneration() {
        configure(BLUE, 0, 5, 1, "d", 1);
        assertRefused(configure(BLUE, 0, 4, 9, "e", 1), RefusalReason.STALE_EPOCH);
    }

    @Test
    void raisesTheFloorAndClosesContextsEvenWhenTheGenerationIsStale() {
        configure(BLUE, 0, 5, 3, "d", 1);
        ContextOpened context = open(BLUE);
        assertRefused(configure(BLUE, 0, 6, 2, "c", 1), RefusalReason.STALE_GENERATION);
        assertRefused(configure(BLUE, 0, 5, 3, "d", 1), RefusalReason.STALE_EPOCH);
        assertRefused(nic.execute(new AdminCommand.AllocPd(context.context()), 0), RefusalReason.NO_SUCH_OBJECT);
    }

    @Test
    void takesTheSameCommandTwiceAndTellsAConflict() {
        applied(configure(BLUE, 0, 5, 3, "d", 1), true);
        applied(configure(BLUE, 0, 5, 3, "d", 1), false);
        assertRefused(configure(BLUE, 0, 5, 3, "other", 1), RefusalReason.CONFLICT);
        assertThat(applied(configure(BLUE, 0, 5, 4, "e", 1), true).appliedGeneration())
                .isEqualTo(4);
    }

    @Test
    void refusesAnAddressInUseAndAVfInTwoSlots() {
        configure(BLUE, 0, 1, 1, "d", 1);
        assertRefused(configure(RED, 1, 1, 1, "d", 1), RefusalReason.ADDRESS_IN_USE);
        assertRefused(configure(BLUE, 1, 1, 2, "d", 3), RefusalReason.CONFLICT);
    }

    @Test
    void keepsTheFloorWhenTheSlotIsFree() {
        configure(BLUE, 0, 5, 1, "d", 1);
        DestroyFunction destroy = new DestroyFunction(new CommandTuple(BOOT, 0, 0, BLUE, 6, 1, "d"));
        FunctionStatus status = applied(nic.execute(destroy, 0), true);
        assertThat(status.state()).isEqualTo(FunctionState.FREE);
        assertThat(status.epochFloor()).isEqualTo(6);
        applied(nic.execute(destroy, 0), false);
        assertRefused(configure(BLUE, 0, 5, 2, "e", 1), RefusalReason.STALE_EPOCH);
        applied(configure(RED, 0, 7, 1, "d", 1), true);
    }

    @Test
    void resetsOnceForAnEpochAndRotatesTheKeys() {
        configure(BLUE, 0, 1, 1, "d", 1);
        int before = register();
        ResetFunction reset = new ResetFunction(new CommandTuple(BOOT, 0, 0, BLUE, 2, 1, "d"));
        FunctionStatus status = applied(nic.execute(reset, 0), true);
        assertThat(status.state()).isEqualTo(FunctionState.ACTIVE);
        assertThat(status.used().values()).containsOnly(0L);
        assertThat(status.contexts()).isZero();
        assertThat(status.seedRotations()).isOne();
        assertThat(register()).isNotEqualTo(before);
        applied(nic.execute(reset, 0), false);
    }

    private int register() {
        long context = open(BLUE).context();
        int pd = ((PdAllocated) nic.execute(new AdminCommand.AllocPd(context), 0)).pd();
        return ((MrRegistered) nic.execute(new AdminCommand.RegMr(context, pd, HostMemory.allocate(64, 8), 1), 0))
                .lkey();
    }

    @Test
    void countsWhatItFences() {
        configure(BLUE, 0, 5, 1, "d", 1);
        configure(BLUE, 0, 4, 2, "d", 1);
        configure(RED, 0, 9, 2, "d", 1);
        AdminResult.CountersRead read = (AdminResult.CountersRead) nic.execute(new AdminCommand.ReadCounters(), 0);
        assertThat(read.port().count(Counter.FENCED_COMMANDS)).isEqualTo(2);
        assertThat(read.functions().get(0).counters().count(Counter.FENCED_COMMANDS))
                .isEqualTo(2);
    }

    @Test
    void keepsObjectsThatANewLimitWouldNotAdmit() {
        configure(BLUE, 0, 1, 1, "d", 1);
        long context = open(BLUE).context();
        nic.execute(new AdminCommand.AllocPd(context), 0);
        nic.execute(new AdminCommand.AllocPd(context), 0);
        FunctionSpec lower =
                new FunctionSpec("blue", "blue-a", Gid.parse("127.77.0.1"), new FunctionLimits(1, 1, 1, 1, 1));
        applied(nic.execute(new ConfigureFunction(new CommandTuple(BOOT, 0, 0, BLUE, 1, 2, "e"), lower), 0), true);
        assertThat(nic.execute(new AdminCommand.AllocPd(context), 0))
                .isInstanceOfSatisfying(AdminResult.LimitExceeded.class, refusal -> {
                    assertThat(refusal.limit()).isOne();
                    assertThat(refusal.used()).isEqualTo(2);
                });
    }

    @Test
    void aResetThatLeavesSomethingHoldsTheSlotUntilALaterOneLeavesNothing() {
        configure(BLUE, 0, 5, 1, "d", 1);
        ContextOpened context = open(BLUE);
        nic.execute(new AdminCommand.AllocPd(context.context()), 0);
        nic.execute(new AdminCommand.BreakReset(0, true), 0);
        CommandTuple leaving = new CommandTuple(BOOT, 0, 0, BLUE, 6, 1, "d");
        FunctionStatus dirty = applied(nic.execute(new DestroyFunction(leaving), 0), true);
        assertThat(dirty.state()).isEqualTo(FunctionState.DIRTY);
        assertThat(dirty.vfUid()).isEqualTo(BLUE);
        assertThat(dirty.contexts()).isOne();
        assertThat(dirty.used()).containsEntry(ResourceKind.PD, 1L);
        assertThat(dirty.seedRotations()).isZero();
        assertRefused(configure(RED, 0, 7, 1, "d", 2), RefusalReason.WRONG_OWNER);
        assertRefused(configure(BLUE, 0, 6, 2, "e", 1), RefusalReason.INVALID_STATE);
        assertRefused(nic.execute(new AdminCommand.OpenContext(BLUE), 0), RefusalReason.NOT_CONFIGURED);

        nic.execute(new AdminCommand.BreakReset(0, false), 0);
        FunctionStatus clean = applied(nic.execute(new DestroyFunction(leaving), 0), true);
        assertThat(clean.state()).isEqualTo(FunctionState.FREE);
        assertThat(clean.contexts()).isZero();
        assertThat(clean.seedRotations()).isOne();
        applied(configure(RED, 0, 7, 1, "d", 2), true);
    }

    @Test
    void functionsComeAndGoAtTheTailUnderAnEpochOfTheirOwn() {
        configure(BLUE, 0, 5, 1, "d", 1);
        assertRefused(configure(RED, 20, 1, 1, "d", 2), RefusalReason.INDEX_OUT_OF_RANGE);
        assertResized(resize(BOOT, 1, 24), true, 24);
        assertResized(resize(BOOT, 1, 24), false, 24);
        assertRefused(resize(BOOT, 1, 25), RefusalReason.CONFLICT);
        assertRefused(resize(BOOT, 0, 8), RefusalReason.STALE_EPOCH);
        assertRefused(resize(new UUID(9, 9), 9, 8), RefusalReason.WRONG_BOOT);
        assertRefused(resize(BOOT, 9, 0), RefusalReason.INVALID_ARGUMENT);
        applied(configure(RED, 20, 7, 1, "d", 2), true);

        assertRefused(resize(BOOT, 2, 8), RefusalReason.INVALID_STATE);
        nic.execute(new DestroyFunction(new CommandTuple(BOOT, 0, 20, RED, 8, 1, "d")), 0);
        assertResized(resize(BOOT, 2, 8), true, 8);
        assertRefused(configure(RED, 20, 9, 1, "d", 2), RefusalReason.INDEX_OUT_OF_RANGE);
        assertResized(resize(BOOT, 3, 21), true, 21);
        assertRefused(configure(RED, 20, 7, 1, "d", 2), RefusalReason.STALE_EPOCH);
        applied(configure(BLUE, 0, 5, 1, "d", 1), false);
    }

    private AdminResult resize(UUID boot, long epoch, int count) {
        return nic.execute(new AdminCommand.ResizeFunctions(boot, 0, epoch, count), 0);
    }

    private static void assertResized(AdminResult result, boolean changed, int count) {
        assertThat(result).isInstanceOfSatisfying(AdminResult.FunctionsResized.class, resized -> {
            assertThat(resized.changed()).isEqualTo(changed);
            assertThat(resized.functionCount()).isEqualTo(count);
        });
    }
}
