package io.verbena.nic.datapath.admin;

import java.util.UUID;

/**
 * What every mutation of a function carries, so that what is not current can be refused.
 *
 * @param bootId the boot the command was planned for
 * @param epoch the slot's holder counter, which never goes back
 * @param generation the spec's generation, from 1
 * @param digest of the spec in its canonical form
 */
public record CommandTuple(UUID bootId, int pf, int index, UUID vfUid, long epoch, long generation, String digest) {}
