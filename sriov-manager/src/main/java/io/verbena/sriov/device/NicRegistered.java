package io.verbena.sriov.device;

/** Said when a NIC has come up anew or was approved, heard after the commit: a signal to look. */
public record NicRegistered(String nic) {}
