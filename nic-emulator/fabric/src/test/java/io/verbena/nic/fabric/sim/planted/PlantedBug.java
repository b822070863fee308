package io.verbena.nic.fabric.sim.planted;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/** A change of compiled datapath code: which methods of which class, and what becomes of one of their instructions. */
enum PlantedBug {
    ACK_OFF_BY_ONE("pipeline.Replier", "reply") {
        @Override
        boolean plant(CodeBuilder code, CodeElement element) {
            return redirect(code, element, "qp.Psn", "add", "acknowledgedPsn");
        }
    },
    READ_REPLAYED_FROM_THE_WRONG_PLACE("pipeline.Responder", "onDuplicate") {
        @Override
        boolean plant(CodeBuilder code, CodeElement element) {
            return redirect(code, element, "reliability.ReplayCache", "restart", "restartFromTheWrongPlace");
        }
    },
    /** Where the latch is set when a gap is seen, and again when the NAK is sent. */
    NO_NAK_LATCH("pipeline.Responder pipeline.Replier", "*") {
        @Override
        boolean plant(CodeBuilder code, CodeElement element) {
            return dropWrite(code, element, "nakLatched");
        }
    },
    /** In the completer, where responses are compared with what was sent. */
    NO_PSN_WRAP("pipeline.Completer", "*") {
        @Override
        boolean plant(CodeBuilder code, CodeElement element) {
            return redirect(code, element, "qp.Psn", "distance", "distanceOnALine");
        }
    },
    STALE_KEY_ACCEPTED("translation.AddressTranslator", "translate") {
        @Override
        boolean plant(CodeBuilder code, CodeElement element) {
            return redirect(code, element, "translation.KeyTable", "find", "findByIndexAlone");
        }
    };

    static final String DATAPATH = "io.verbena.nic.datapath.";
    private static final ClassDesc BUGS = ClassDesc.of(Bugs.class.getName());

    private final Set<String> classNames;
    private final String methodName;

    /**
     * @param classNames below the datapath's package, apart by spaces
     * @param methodName {@code *} for all
     */
    PlantedBug(String classNames, String methodName) {
        this.classNames = Set.of(classNames.split(" "));
        this.methodName = methodName;
    }

    boolean isIn(String name) {
        return name.startsWith(DATAPATH) && classNames.contains(name.substring(DATAPATH.length()));
    }

    boolean isInMethod(String name) {
        return methodName.equals("*") || name.equals(methodName);
    }

    /** Writes another instruction in place of {@code element}, or leaves it to the caller and returns false. */
    abstract boolean plant(CodeBuilder code, CodeElement element);

    private static boolean redirect(CodeBuilder code, CodeElement element, String owner, String method, String bug) {
        if (!(element instanceof InvokeInstruction call)
                || !call.owner().asSymbol().equals(ClassDesc.of(DATAPATH + owner))
                || !call.name().equalsString(method)) {
            return false;
        }
        MethodTypeDesc type = call.typeSymbol();
        boolean hasReceiver = call.opcode() != Opcode.INVOKESTATIC;
        code.invokestatic(
                BUGS,
                bug,
                hasReceiver ? type.insertParameterTypes(0, call.owner().asSymbol()) : type);
        return true;
    }

    private static boolean dropWrite(CodeBuilder code, CodeElement element, String field) {
        if (element instanceof FieldInstruction access
                && access.opcode() == Opcode.PUTFIELD
                && access.name().equalsString(field)) {
            code.pop2();
            return true;
        }
        return false;
    }
}
