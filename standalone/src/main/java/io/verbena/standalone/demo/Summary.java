package io.verbena.standalone.demo;

import java.util.List;
import java.util.Map;

/**
 * What a run of the demo found, as it is written for programs.
 *
 * @param startupSeconds from the start of the JVM until every part was up
 * @param firstTransferSeconds from the start of the JVM until the first payload was verified
 * @param verified whether every transfer arrived as it was sent and every expected refusal came
 * @param lossPercent of packets that each port was told to drop
 * @param repeats how often something was done again, since a part had been away; 0 where nothing may go away
 * @param metrics by VF, as Prometheus would scrape it
 */
public record Summary(
        double startupSeconds,
        double firstTransferSeconds,
        boolean verified,
        int lossPercent,
        int repeats,
        List<Nic> nics,
        List<Vf> vfs,
        List<Transfer> transfers,
        List<Refusal> refusals,
        Map<String, Metrics> metrics) {
    /**
     * A NIC of this run.
     *
     * @param drops packets dropped by its port and by its functions, injected loss included
     * @param retransmits packets sent again by its functions
     */
    public record Nic(String name, String host, long drops, long retransmits) {}

    /**
     * A virtual function at the end of the run.
     *
     * @param retransmits packets that it sent again
     * @param drops packets that the NIC dropped for it, whatever the reason
     */
    public record Vf(
            String id,
            String tenant,
            String nic,
            String host,
            String address,
            String state,
            long qpsUsed,
            long qpLimit,
            long retransmits,
            long drops) {}

    /**
     * One message from one VF's memory to another's.
     *
     * @param op as the requester posted it: {@code SEND}, {@code WRITE}, {@code WRITE_WITH_IMM}, {@code READ}
     * @param verified the checksum at the other side is the one of what was sent
     * @param gbps payload bits over the time from the post to its completion, 10^9 a second
     * @param fromVf whose memory the payload came from: for a READ, the responder's
     */
    public record Transfer(String op, int bytes, boolean verified, double gbps, String fromVf, String toVf) {}

    /**
     * A refusal that the scenario provoked.
     *
     * @param type problem type, a URI
     * @param layer {@code admission} for the ledger, {@code datapath} for the NIC
     * @param scope what the limit belongs to
     */
    public record Refusal(String type, String layer, String resource, String scope, long limit, long used) {}

    /** Series of one VF, read back from the text that Prometheus scrapes. */
    public record Metrics(long transmitBytes) {}
}
