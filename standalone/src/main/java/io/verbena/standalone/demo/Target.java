package io.verbena.standalone.demo;

import io.verbena.nic.verbs.CommandChannel;
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
 * @param channels the way to each NIC for programs on its host, by the NIC's name
 * @param lossPercent that each port was told to drop
 */
public record Target(
        URI tenantUrl,
        URI sriovUrl,
        URI telemetryUrl,
        String operatorId,
        String operatorSecret,
        SortedMap<String, CommandChannel> channels,
        int lossPercent) {
    /** The system of this JVM. */
    public static Target of(OneJvm jvm, Settings settings) {
        SortedMap<String, CommandChannel> channels = new TreeMap<>();
        OneJvm.nicNames().forEach(nic -> channels.put(nic, jvm.nic(nic).channel()));
        return new Target(
                jvm.url(Service.TENANT),
                jvm.url(Service.SRIOV),
                jvm.url(Service.TELEMETRY),
                jvm.operator().id(),
                jvm.operator().secret(),
                channels,
                settings.lossPercent());
    }
}
