package io.verbena.standalone.demo;

import io.verbena.standalone.system.OneJvm;
import io.verbena.standalone.system.Service;
import io.verbena.standalone.system.Settings;
import java.net.URI;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The system that the scenario runs against.
 *
 * @param operatorId an administrator of the platform
 * @param nics where each NIC's admin API is, by the NIC's name
 * @param lossPercent that each port was told to drop
 */
public record Target(
        URI tenantUrl,
        URI sriovUrl,
        URI telemetryUrl,
        String operatorId,
        String operatorSecret,
        SortedMap<String, URI> nics,
        int lossPercent) {
    /** The system of this JVM. */
    public static Target of(OneJvm jvm, Settings settings) {
        SortedMap<String, URI> nics = new TreeMap<>();
        OneJvm.nicNames().forEach(nic -> nics.put(nic, jvm.nic(nic).adminUrl()));
        return new Target(
                jvm.url(Service.TENANT),
                jvm.url(Service.SRIOV),
                jvm.url(Service.TELEMETRY),
                jvm.operator().id(),
                jvm.operator().secret(),
                nics,
                settings.lossPercent());
    }
}
