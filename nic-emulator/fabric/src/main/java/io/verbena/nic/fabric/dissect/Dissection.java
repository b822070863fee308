package io.verbena.nic.fabric.dissect;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.OpCode;
import org.jspecify.annotations.Nullable;

/** What a captured frame turned out to be. */
public sealed interface Dissection {
    /** Not RoCEv2, or a fragment of who knows what. */
    record Skipped() implements Dissection {}

    /**
     * Sent to the RoCEv2 port and not readable as such.
     *
     * @param reason in words, what is wrong with it
     */
    record Malformed(Gid source, Gid destination, String reason) implements Dissection {}

    /**
     * A RoCEv2 packet.
     *
     * @param destinationQpn queue pair at the destination
     * @param acknowledgement null when the opcode has no AETH
     * @param payloadBytes without pad
     * @param icrcRight whether the ICRC on the wire is the one computed
     */
    record RocePacket(
            Gid source,
            Gid destination,
            OpCode opCode,
            int destinationQpn,
            int psn,
            boolean ackRequested,
            @Nullable Acknowledgement acknowledgement,
            int padBytes,
            int payloadBytes,
            boolean icrcRight)
            implements Dissection {}

    /**
     * The fields of an AETH.
     *
     * @param syndrome 0 to 255
     * @param msn 24 bits
     */
    record Acknowledgement(int syndrome, int msn) {}
}
