package io.verbena.contracts.nic;

/**
 * Where a function lives.
 *
 * @param address IP address literal of the function
 * @param vtep IP address literal of the tunnel endpoint of its NIC
 */
public record OverlayLocation(String address, String vtep) {}
