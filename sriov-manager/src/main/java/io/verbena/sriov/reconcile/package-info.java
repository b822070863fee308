/**
 * Makes NICs be what the rows say, and the rows know what NICs are.
 *
 * <p>In: rows, and each NIC's read-back; nothing else, so that a run may be repeated, lost or doubled. Out: fenced
 * commands, confirmations, faults. Owner: nobody; two replicas may reconcile one NIC at once, as every command is fenced
 * and every row is written under a lock or a condition. Bounds: one run per NIC and replica at a time; a VF is tried
 * {@link io.verbena.sriov.vf.model.Retries#MAX_ATTEMPTS} times with a growing pause. The only code that programs a NIC.
 */
@NullMarked
package io.verbena.sriov.reconcile;

import org.jspecify.annotations.NullMarked;
