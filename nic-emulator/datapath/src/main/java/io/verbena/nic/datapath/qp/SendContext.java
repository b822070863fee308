package io.verbena.nic.datapath.qp;

import io.verbena.nic.datapath.abi.WcStatus;
import org.jspecify.annotations.Nullable;

/**
 * The requester's half of a queue pair.
 *
 * <p>Work requests {@code [headIndex, tailIndex)} are outstanding: started and not done. The cursor (nextIndex,
 * nextOffset, nextPsn) is where sending goes on; it is at the tail but for retransmissions, which only move it back to
 * the first unacknowledged packet. {@code unackedPsn <= nextPsn <= highPsn} on the circle.
 */
public final class SendContext {
    /** Written by the completer: the oldest work request that is not done. */
    public int headIndex;
    /** Written by the requester: the first work request that was never started. */
    public int tailIndex;
    /** Cursor: the work request being sent. */
    public int nextIndex;
    /** Cursor: bytes of that message before the next packet. */
    public long nextOffset;
    /** Cursor: PSN of the next packet. */
    public int nextPsn;
    /** The PSN after the last one ever sent or, for READs, asked for. */
    public int highPsn;
    /** The oldest PSN without an acknowledgement. */
    public int unackedPsn;
    /** What is on its way, with overhead; {@code Window} counts it. */
    public long inFlightBytes;
    /** Packets and bytes since the last one that asked for an acknowledgement. */
    public int packetsSinceAckRequest;

    public long bytesSinceAckRequest;
    public int retriesLeft;
    public int rnrRetriesLeft;
    /** Nothing is sent until the RNR timer fires. */
    public boolean rnrWaiting;
    /** A retry for the oldest PSN is on its way: what arrives late of the first attempt starts no other. */
    public boolean retryLatched;
    /** READ requests whose last response has not come. */
    public int readsOutstanding;
    /** Bytes that one READ request asks for; a longer READ is cut, so that its responses fit the window. */
    public long readChunkBytes;
    /** Whether the path counts this queue pair as sending. */
    public boolean sending;
    /** A work request that cannot be sent; it completes with this when all before it are done. */
    public @Nullable WcStatus fault;

    public int faultIndex;
    /** Entries of outstanding requests, owned by {@code reliability.Outstanding}; null while there are none. */
    public long @Nullable [] outstanding;

    /** At RTS. */
    public void start(int sqPsn, int retryCnt, int rnrRetry, long readChunkBytes) {
        nextPsn = sqPsn;
        highPsn = sqPsn;
        unackedPsn = sqPsn;
        retriesLeft = retryCnt;
        rnrRetriesLeft = rnrRetry;
        this.readChunkBytes = readChunkBytes;
    }

    public boolean isOutstanding() {
        return headIndex != tailIndex;
    }
}
