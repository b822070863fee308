package io.verbena.tenant.lease.sim.planted;

import io.verbena.tenant.lease.model.LeaseBugs;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Calls in compiled code that go to a wrong twin of the method. */
enum PlantedBug {
    /** The ledger gives a silent NIC's share to others. */
    TAKEN_BACK_BY_TIMER(new Call("LeaseLedger", "LeaseRound", "forgetWants", "takeBack")),
    /** The NIC tells of a return and lowers its limit when the answer comes. */
    RETURNED_BEFORE_LOWERING(new Call("LeaseHolder", "LeaseLine", "returned", "returnedAhead")),
    RETURNED_AS_DELTA(
            new Call("LeaseHolder", "LeaseLine", "returned", "returnedSince"),
            new Call("LeaseLine", "LeaseLine", "returnedBy", "addedReturn")),
    GRANTED_AS_DELTA(
            new Call("LeaseLedger", "LeaseRound", "reply", "replyWithDeltas"),
            new Call("LeaseLine", "LeaseLine", "higher", "sum")),
    ANSWERED_BEFORE_COMMIT(new Call("LeaseLedger", "LeaseBook", "atomically", "answeredFirst")),
    NO_CHALLENGE(new Call("LeaseLedger", "NicStanding", "challenged", "challengedAndOpened")),
    GRANTS_SURVIVE_A_REBOOT(new Call("SimNic", "SimNic", "open", "openedWithOldGrants"));

    private static final ClassDesc BUGS = ClassDesc.of(LeaseBugs.class.getName());

    private final List<Call> calls;

    /** Calls of {@code method} of {@code owner} in class {@code in}, all by simple name, go to {@code twin}. */
    private record Call(String in, String owner, String method, String twin) {
        boolean isIn(String className) {
            return className.endsWith("." + in);
        }

        boolean is(InvokeInstruction call) {
            return call.name().equalsString(method)
                    && call.owner().asSymbol().displayName().equals(owner);
        }
    }

    PlantedBug(Call... calls) {
        this.calls = List.of(calls);
    }

    int callCount() {
        return calls.size();
    }

    boolean isIn(String className) {
        return calls.stream().anyMatch(call -> call.isIn(className));
    }

    /** Writes another instruction in place of {@code element}, or leaves it to the caller and returns false. */
    boolean plant(String className, CodeBuilder code, CodeElement element) {
        if (!(element instanceof InvokeInstruction instruction)) {
            return false;
        }
        for (Call call : calls) {
            if (call.isIn(className) && call.is(instruction)) {
                MethodTypeDesc type = instruction.typeSymbol();
                boolean hasReceiver = instruction.opcode() != Opcode.INVOKESTATIC;
                code.invokestatic(
                        BUGS,
                        call.twin(),
                        hasReceiver
                                ? type.insertParameterTypes(
                                        0, instruction.owner().asSymbol())
                                : type);
                return true;
            }
        }
        return false;
    }
}
