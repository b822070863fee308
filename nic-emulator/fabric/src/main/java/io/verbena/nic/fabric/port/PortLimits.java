package io.verbena.nic.fabric.port;

/**
 * What a port was found to carry.
 *
 * @param activeMtu RoCE path MTU that fits the link, bytes: 256, 512, 1024, 2048 or 4096
 * @param maxPacketsPerTrain segments of one send, 1 where UDP_SEGMENT is missing
 * @param receiveBufferBytes granted to each address; the only queue there is
 * @param packetOverheadBytes what the port puts before each packet within a send, 0 where the kernel does it all
 */
public record PortLimits(int activeMtu, int maxPacketsPerTrain, int receiveBufferBytes, int packetOverheadBytes) {}
