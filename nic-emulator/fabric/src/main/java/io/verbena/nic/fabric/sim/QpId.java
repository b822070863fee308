package io.verbena.nic.fabric.sim;

/** A queue pair of a world: the NIC's index and the number it has there. */
public record QpId(int nic, int qpNum) {
    @Override
    public String toString() {
        return "nic%d/0x%06x".formatted(nic, qpNum);
    }
}
