package io.verbena.contracts.nic;

import java.util.UUID;

/**
 * What every mutation of a function carries, so that the NIC can refuse what is not current.
 *
 * @param bootId the NIC's boot this command was planned for
 * @param pf index of the physical function
 * @param index index of the slot, from 0
 * @param vfUid the tenant's virtual function; a slot holds one at a time
 * @param epoch the slot's holder counter; never goes back, drawn anew by each intent that changes the holder
 * @param generation the spec's generation
 * @param digest SHA-256 of the spec in its canonical form, lower-case hex
 */
public record FunctionTuple(UUID bootId, int pf, int index, UUID vfUid, long epoch, long generation, String digest) {}
