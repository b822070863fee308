package io.verbena.nic.datapath.observe;

import java.util.Locale;

/** What is counted for each function, or for the port where no function is known. Counters only grow. */
public enum Counter {
    /** UDP payload bytes sent, headers and ICRC included. */
    TRANSMIT_BYTES,
    /** RoCEv2 packets sent, retransmissions included. */
    TRANSMIT_PACKETS,
    /** UDP payload bytes of {@link #RECEIVE_PACKETS}. */
    RECEIVE_BYTES,
    /** RoCEv2 packets that belong to a queue pair and are undamaged, whether or not the transport then drops them. */
    RECEIVE_PACKETS,
    /** Request messages whose last packet was sent for the first time. */
    TRANSMIT_MESSAGES,
    /** Request messages executed as the responder. */
    RECEIVE_MESSAGES,
    /** SEND work requests that completed with success. */
    SEND_VERBS,
    /** RDMA WRITE work requests that completed with success. */
    WRITE_VERBS,
    /** RDMA READ work requests that completed with success. */
    READ_VERBS,
    /** Receive work requests that completed with success. */
    RECEIVE_VERBS,
    /** Work requests that completed in error, flushed ones left out. */
    VERB_ERRORS,
    /** Work requests flushed because their queue pair was in ERR. */
    VERB_FLUSHES,
    /** Request packets sent again. */
    RETRANSMIT_PACKETS,
    /** RNR NAKs sent: no receive work request was posted. */
    RNR_NAKS_SENT,
    /** RNR NAKs received. */
    RNR_NAKS_RECEIVED,
    /** NAKs sent for a gap in the packet sequence. */
    SEQUENCE_NAKS_SENT,
    /** NAKs received for a gap in the packet sequence. */
    SEQUENCE_NAKS_RECEIVED,
    /** NAKs sent that end a connection: invalid request, remote access, remote operation. */
    ERROR_NAKS_SENT,
    /** NAKs received that end a connection. */
    ERROR_NAKS_RECEIVED,
    /** Acknowledgements passed over by a later response while a READ was incomplete. */
    IMPLIED_NAKS,
    /** Request packets received again. */
    DUPLICATE_REQUESTS,
    /** Request packets received ahead of the expected one. */
    OUT_OF_SEQUENCE_REQUESTS,
    /** Retransmission timers that expired. */
    ACK_TIMEOUTS,
    /** Work requests that failed because every retry was used. */
    RETRY_EXCEEDED,
    /** Work requests that failed because every RNR retry was used. */
    RNR_RETRY_EXCEEDED,
    /** Verbs refused by a limit. */
    LIMIT_REFUSALS,
    /** Verbs refused for any other reason. */
    VERB_REFUSALS,
    /** Function commands refused because they were not current. */
    FENCED_COMMANDS,
    /** Queue pairs that a doorbell made ready. */
    DOORBELLS,
    /** Queue pairs that went to ERR for a reason of their own. */
    QP_ERRORS,
    /** Completion queues that overran. */
    CQ_OVERRUNS,
    /** Events lost because nobody polled them. */
    LOST_EVENTS;

    private final String exposedName = name().toLowerCase(Locale.ROOT);

    /** Name on metrics and messages: snake_case, unit last. */
    public String exposedName() {
        return exposedName;
    }
}
