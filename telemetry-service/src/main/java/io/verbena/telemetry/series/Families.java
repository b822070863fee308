package io.verbena.telemetry.series;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which metric family each of the NIC's counters is part of. The table of {@code docs/metrics.md} says the same, and a test
 * compares them; another test wants each counter of the datapath here.
 */
public final class Families {
    /** Series of one function: what the scrape of a full host can bear. A test counts them. */
    public static final int BUDGET_PER_FUNCTION = 100;

    /** One counter of the NIC, and the value of the family's own label that it stands for. */
    record Source(String counter, @Nullable String labelValue) {}

    /**
     * A counter family of functions.
     *
     * @param name without {@code _total}, which the exposition adds
     * @param label beside host, pf, vf and tenant; null when there is none
     */
    record Family(String name, String help, @Nullable String label, List<Source> sources) {}

    static final String DROPPED_PACKETS = "vnic_vf_dropped_packets";

    static final List<Family> FUNCTION_COUNTERS = List.of(
            plain("transmit_bytes", "transmit_bytes", "UDP payload bytes sent"),
            plain("transmit_packets", "transmit_packets", "RoCEv2 packets sent, retransmissions included"),
            plain("transmit_messages", "transmit_messages", "Request messages sent"),
            plain("receive_bytes", "receive_bytes", "UDP payload bytes taken in"),
            plain("receive_packets", "receive_packets", "RoCEv2 packets taken in"),
            plain("receive_messages", "receive_messages", "Request messages executed as the responder"),
            labelled(
                    "verbs",
                    "Work requests that completed with success",
                    "verb",
                    of("send_verbs", "send"),
                    of("write_verbs", "write"),
                    of("read_verbs", "read"),
                    of("receive_verbs", "recv")),
            labelled(
                    "verb_errors",
                    "Work requests that completed without success",
                    "status",
                    of("verb_errors", "error"),
                    of("verb_flushes", "flushed")),
            plain("retransmits", "retransmit_packets", "Request packets sent again"),
            labelled(
                    "retry_exceeded",
                    "Work requests that failed because every retry was used",
                    "kind",
                    of("retry_exceeded", "transport"),
                    of("rnr_retry_exceeded", "rnr")),
            directed("rnr_naks", "NAKs for a receiver that was not ready", "rnr_naks_sent", "rnr_naks_received"),
            directed(
                    "sequence_naks",
                    "NAKs for a gap in the packet sequence",
                    "sequence_naks_sent",
                    "sequence_naks_received"),
            directed("error_naks", "NAKs that end a connection", "error_naks_sent", "error_naks_received"),
            plain("implied_naks", "implied_naks", "Acknowledgements passed over by a later response"),
            plain("duplicate_requests", "duplicate_requests", "Request packets received again"),
            plain("out_of_sequence", "out_of_sequence_requests", "Request packets ahead of the expected one"),
            plain("ack_timeouts", "ack_timeouts", "Retransmission timers that expired"),
            plain("limit_refusals", "limit_refusals", "Verbs refused by a limit"),
            plain("verb_refusals", "verb_refusals", "Verbs refused for any other reason"),
            plain("fenced_commands", "fenced_commands", "Function commands refused because they were not current"),
            plain("doorbells", "doorbells", "Queue pairs that a doorbell made ready"),
            plain("qp_errors", "qp_errors", "Queue pairs that went to ERR for a reason of their own"),
            plain("cq_overruns", "cq_overruns", "Completion queues that overran"),
            plain("lost_events", "lost_events", "Events lost because nobody polled them"));

    private Families() {}

    private static Family plain(String name, String counter, String help) {
        return new Family("vnic_vf_" + name, help, null, List.of(new Source(counter, null)));
    }

    private static Family directed(String name, String help, String sent, String received) {
        return labelled(name, help, "direction", of(sent, "tx"), of(received, "rx"));
    }

    private static Family labelled(String name, String help, String label, Source... sources) {
        return new Family("vnic_vf_" + name, help, label, List.of(sources));
    }

    private static Source of(String counter, String labelValue) {
        return new Source(counter, labelValue);
    }
}
