/**
 * Sagas: what must be given back if it is given up.
 *
 * <p>In: an operation that was stored with its intent. Out: reservations, slots, states of VFs, the operation's end.
 * Owner: tables {@code saga} and {@code vf_charge}; db-scheduler runs a saga on one replica at a time and revives it
 * when that replica dies. Bounds: a forward step is tried {@link
 * io.verbena.sriov.provisioning.SagaRunner#MAX_ATTEMPTS} times, an undo until it works. Sagas never talk to a NIC: they
 * say what is wanted and wait for the reconciler.
 */
@NullMarked
package io.verbena.sriov.provisioning;

import org.jspecify.annotations.NullMarked;
