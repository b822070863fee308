package io.verbena.nic.fabric.sim.invariant;

/** A NIC's counters agree with what was seen on its links and by its hosts. */
public final class CountersAddUp implements Invariant {
    @Override
    public void onQuiet(Observation world) {
        for (Traffic nic : world.traffic()) {
            same(nic, "packets sent", nic.countedSentPackets(), nic.seenSentPackets());
            same(nic, "bytes sent", nic.countedSentBytes(), nic.seenSentBytes());
            long received = nic.countedReceivedPackets() + nic.countedDrops();
            same(nic, "packets received or dropped", received, nic.seenDeliveredPackets());
            same(nic, "verbs", nic.countedVerbs(), nic.seenVerbs());
            same(nic, "receives", nic.countedReceives(), nic.seenReceives());
        }
    }

    private static void same(Traffic nic, String what, long counted, long seen) {
        if (counted != seen) {
            throw new InvariantViolation(
                    CountersAddUp.class, "%s counted %d %s, seen %d".formatted(nic.nic(), counted, what, seen));
        }
    }
}
