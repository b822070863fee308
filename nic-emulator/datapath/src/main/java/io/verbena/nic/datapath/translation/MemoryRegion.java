package io.verbena.nic.datapath.translation;

import io.verbena.nic.datapath.memory.HostRange;

/**
 * A registered range.
 *
 * @param key lkey and rkey
 * @param access bits of {@code abi.AccessFlags}
 */
public record MemoryRegion(int key, int pd, HostRange range, int access) {}
