package io.verbena.nic.fabric.sim.invariant;

/**
 * One NIC's counters, summed over its functions and the port, beside what an observer on its links and hosts counted.
 *
 * @param seenSentPackets packets taken out of the NIC
 * @param seenDeliveredPackets packets given to it
 * @param seenVerbs send work requests that hosts saw succeed, signaled or not
 * @param seenReceives receive work requests that hosts saw succeed
 */
public record Traffic(
        String nic,
        long countedSentPackets,
        long seenSentPackets,
        long countedSentBytes,
        long seenSentBytes,
        long countedReceivedPackets,
        long countedDrops,
        long seenDeliveredPackets,
        long countedVerbs,
        long seenVerbs,
        long countedReceives,
        long seenReceives) {}
