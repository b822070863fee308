package io.verbena.nic.fabric.dissect;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.fabric.dissect.Dissection.Acknowledgement;
import io.verbena.nic.fabric.dissect.Dissection.Malformed;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import java.util.Locale;

/**
 * A packet as a line of aligned columns: time since the first record, source, destination, opcode, QPN, PSN, A when an
 * acknowledgement is requested, syndrome, MSN, payload bytes, icrc=ok or icrc=bad.
 */
final class PacketLine {
    private static final String[] NAK_REASONS = {"seq", "inv", "acc", "op", "rd"};

    /** Columns of addresses start wide enough for IPv4 and grow with IPv6. */
    private int addressColumns = "255.255.255.255".length();

    String of(long sinceStartNs, RocePacket packet) {
        Acknowledgement acknowledgement = packet.acknowledgement();
        return "%s %-28s 0x%06x %8d %s %-7s %8s %4d icrc=%s"
                .formatted(
                        start(sinceStartNs, packet.source(), packet.destination()),
                        packet.opCode().wireName(),
                        packet.destinationQpn(),
                        packet.psn(),
                        packet.ackRequested() ? "A" : "-",
                        acknowledgement == null ? "-" : syndrome(acknowledgement.syndrome()),
                        acknowledgement == null ? "-" : acknowledgement.msn(),
                        packet.payloadBytes(),
                        packet.icrcRight() ? "ok" : "bad");
    }

    String of(long sinceStartNs, Malformed packet) {
        return start(sinceStartNs, packet.source(), packet.destination()) + " malformed: " + packet.reason();
    }

    private String start(long sinceStartNs, Gid source, Gid destination) {
        String from = source.toString();
        String to = destination.toString();
        addressColumns = Math.max(addressColumns, Math.max(from.length(), to.length()));
        String time = String.format(Locale.ROOT, "%10.6f", sinceStartNs / 1e9);
        return time + " " + padded(from) + " " + padded(to);
    }

    private String padded(String address) {
        return address + " ".repeat(addressColumns - address.length());
    }

    private static String syndrome(int syndrome) {
        int code = Syndrome.code(syndrome);
        if (Syndrome.isAck(syndrome)) {
            return "ack:" + code;
        }
        if (Syndrome.isRnrNak(syndrome)) {
            return "rnr:" + code;
        }
        if (Syndrome.isNak(syndrome) && code < NAK_REASONS.length) {
            return "nak:" + NAK_REASONS[code];
        }
        return "0x%02x".formatted(syndrome);
    }
}
