package io.verbena.sriov.nic;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.CommandReply;
import io.verbena.contracts.nic.ConfigureFunction;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionTuple;
import io.verbena.contracts.nic.NicReport;
import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.contracts.nic.ResizeFunctions;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and programs one NIC. Each call ends within the configured time-outs. */
public interface NicControl {
    /** What reading a NIC back comes to. */
    sealed interface Reading {
        record Read(NicReport report) implements Reading {}

        /** It did not answer, or not in a way that can be understood. */
        record Silent(String detail) implements Reading {}
    }

    /** What a command comes to. */
    sealed interface Outcome {
        record Done(CommandReply reply) implements Outcome {}

        /**
         * The NIC says no.
         *
         * @param current the slot as the NIC has it, when it says so
         * @param bootId the boot that answered, when it says so
         */
        record Refused(
                ProblemType type,
                String detail,
                @Nullable FunctionReport current,
                @Nullable UUID bootId) implements Outcome {}

        /** No answer: the command may have been carried out. */
        record Silent(String detail) implements Outcome {}
    }

    /** What a change of the number of functions comes to. */
    sealed interface Resizing {
        record Done(int functionCount) implements Resizing {}

        /** The NIC says no, or nothing. */
        record Failed(String detail) implements Resizing {}
    }

    /** The full read-back. */
    Reading read(NicEndpoint nic);

    /** Sets a function to a spec. */
    Outcome configure(NicEndpoint nic, ConfigureFunction command);

    /** Tells who is where in a network; says what went wrong. A NIC that knows a newer version is told nothing. */
    Optional<String> tell(NicEndpoint nic, OverlaySegment segment);

    /** Sets how many functions there are, at the tail. */
    Resizing resize(NicEndpoint nic, ResizeFunctions command);

    /** Resets a function and gives the slot back, if the NIC finds nothing left in it. */
    Outcome destroy(NicEndpoint nic, FunctionTuple tuple);
}
