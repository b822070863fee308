package io.verbena.sriov;

import io.verbena.sriov.vf.model.AddressPool;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration, checked when it is bound.
 *
 * @param addressPool IPv4 network of VF addresses, such as 127.77.0.0/16; with NICs on an overlay any inside network,
 *     such as 10.77.0.0/16
 * @param addressQuarantine how long a returned address rests, so that late packets find nobody
 * @param drainDeadline how long a deleted VF's programs have to end by themselves
 * @param reservationTtl how long the ledger holds an uncommitted reservation; renewed after a third of it
 * @param reconcilePeriod how often each NIC is read back when nothing asks for it sooner
 * @param operationRetention how long finished operations can be read
 * @param ledgerUrl tenant-service
 */
@ConfigurationProperties("verbena.sriov")
public record SriovProperties(
        @DefaultValue("127.77.0.0/16") String addressPool,
        @DefaultValue("60s") Duration addressQuarantine,
        @DefaultValue("2s") Duration drainDeadline,
        @DefaultValue("30s") Duration reservationTtl,
        @DefaultValue("5s") Duration reconcilePeriod,
        @DefaultValue("24h") Duration operationRetention,
        URI ledgerUrl,
        @DefaultValue NicSettings nic) {
    /**
     * How NICs are dealt with.
     *
     * @param heartbeat how often an approved NIC is to register
     * @param pendingHeartbeat how often one that waits for approval is to
     * @param silentAfter without a registration it takes no new VF
     * @param linkMbps what the link of each carries, 10^6 bit/s, for VFs that ask for bandwidth; 0: whatever is asked
     */
    public record NicSettings(
            @DefaultValue("5s") Duration heartbeat,
            @DefaultValue("1s") Duration pendingHeartbeat,
            @DefaultValue("20s") Duration silentAfter,
            @DefaultValue("0") long linkMbps) {
        public NicSettings {
            atLeast("nic.heartbeat", heartbeat, Duration.ofSeconds(1));
            atLeast("nic.pending-heartbeat", pendingHeartbeat, Duration.ofSeconds(1));
            if (linkMbps < 0) {
                throw new IllegalArgumentException(
                        "verbena.sriov.nic.link-mbps is " + linkMbps + " and must be 0 or more");
            }
            // Two lost heartbeats are no silence.
            atLeast("nic.silent-after", silentAfter, heartbeat.multipliedBy(3));
        }
    }

    public SriovProperties {
        AddressPool.parse(addressPool);
        atLeast("address-quarantine", addressQuarantine, Duration.ZERO);
        atLeast("drain-deadline", drainDeadline, Duration.ZERO);
        atLeast("reservation-ttl", reservationTtl, Duration.ofSeconds(3));
        atLeast("reconcile-period", reconcilePeriod, Duration.ofMillis(100));
        atLeast("operation-retention", operationRetention, Duration.ofMinutes(1));
    }

    private static void atLeast(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "verbena.sriov." + name + " is " + value + " and must be at least " + least);
        }
    }
}
