package io.verbena.standalone.demo;

import io.verbena.standalone.system.OneJvm;
import io.verbena.standalone.system.Service;
import io.verbena.standalone.system.Settings;
import io.verbena.tls.Tls;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/**
 * The system that the scenario runs against.
 *
 * @param telemetryUrls of each replica, whose series are different ones; the first answers for all by REST
 * @param operatorId an administrator of the platform
 * @param nics where each NIC's admin API is, by the NIC's name
 * @param lossPercent that each port was told to drop
 * @param patience how long a part may be away, and what it had to do be tried again, before that is a failure
 * @param trust whose certificates are taken
 */
public record Target(
        URI tenantUrl,
        URI sriovUrl,
        List<URI> telemetryUrls,
        String operatorId,
        String operatorSecret,
        SortedMap<String, URI> nics,
        int lossPercent,
        Duration patience,
        SSLContext trust) {
    public Target {
        telemetryUrls = List.copyOf(telemetryUrls);
    }

    /** The system of this JVM, where nothing may go away. */
    public static Target of(OneJvm jvm, Settings settings) {
        SortedMap<String, URI> nics = new TreeMap<>();
        OneJvm.nicNames().forEach(nic -> nics.put(nic, jvm.nic(nic).adminUrl()));
        return new Target(
                jvm.url(Service.TENANT),
                jvm.url(Service.SRIOV),
                List.of(jvm.url(Service.TELEMETRY)),
                jvm.operator().id(),
                jvm.operator().secret(),
                nics,
                settings.lossPercent(),
                Duration.ZERO,
                Tls.NONE.client());
    }
}
