package io.verbena.nic.datapath.reliability;

import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.qp.SendContext;

/**
 * What a queue pair may have in flight, so that the peer's receive buffer never overflows: requests on their way there,
 * and READ responses on their way here.
 */
public final class Window {
    /** Packets that may pass without asking for an acknowledgement, as in Soft-RoCE. */
    private static final int MAX_PACKETS_PER_ACK = 64;
    /** What a packet costs a socket buffer beside its payload: headers and the kernel's bookkeeping. */
    private static final int OVERHEAD_BYTES = 512;
    /** Asking for more at a time gains nothing. */
    private static final long MAX_READ_CHUNK_BYTES = 1 << 20;

    private Window() {}

    public static long charge(long payloadBytes, int packets) {
        return payloadBytes + (long) packets * OVERHEAD_BYTES;
    }

    /**
     * Whether so much may follow what is in flight. The exception keeps it alive: when nothing in flight asks for an
     * acknowledgement, nothing would open the window again; the next packet goes and asks.
     */
    public static boolean admits(SendContext send, Path path, long charge) {
        return send.inFlightBytes + charge <= path.shareBytes() || send.bytesSinceAckRequest >= send.inFlightBytes;
    }

    /** Whether the packet about to be sent, not the last of its message, ought to ask for an acknowledgement. */
    public static boolean wantsAck(SendContext send, Path path, long charge) {
        return send.packetsSinceAckRequest + 1 >= MAX_PACKETS_PER_ACK
                || 2 * (send.bytesSinceAckRequest + charge) >= path.shareBytes();
    }

    public static void onSent(SendContext send, Path path, long charge, boolean ackRequested) {
        if (!send.sending) {
            send.sending = true;
            path.startSending();
        }
        send.inFlightBytes += charge;
        send.packetsSinceAckRequest = ackRequested ? 0 : send.packetsSinceAckRequest + 1;
        send.bytesSinceAckRequest = ackRequested ? 0 : send.bytesSinceAckRequest + charge;
    }

    /** What was acknowledged; after a rewind it may be more than is counted. */
    public static void onAcknowledged(SendContext send, long charge) {
        send.inFlightBytes = Math.max(0, send.inFlightBytes - charge);
        send.bytesSinceAckRequest = Math.min(send.bytesSinceAckRequest, send.inFlightBytes);
    }

    /** Nothing is in flight: all was acknowledged, or is given up and sent again. */
    public static void empty(SendContext send) {
        send.inFlightBytes = 0;
        send.packetsSinceAckRequest = 0;
        send.bytesSinceAckRequest = 0;
    }

    /** The queue pair has nothing outstanding: its share goes to the others. */
    public static void leave(SendContext send, Path path) {
        empty(send);
        if (send.sending) {
            send.sending = false;
            path.stopSending();
        }
    }

    /** What one READ request asks for: whole packets, at most a quarter of the window, so that the next is asked for in time. */
    public static long readChunkBytes(Path path, int mtu) {
        long bytes = Math.min(MAX_READ_CHUNK_BYTES, path.shareBytes() / 4);
        return Math.max(1, bytes / mtu) * mtu;
    }
}
