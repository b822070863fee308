/**
 * The way to tenant-service's ledger.
 *
 * <p>In: an operation's id, which names the reservation for ever, and amounts. Out: the ledger's decision as a value;
 * {@link io.verbena.sriov.tenancy.LedgerUnreachable} when there was none. Owner: the ledger. Bounds: time-outs of {@code
 * verbena.sriov.ledger}.
 */
@NullMarked
package io.verbena.sriov.tenancy;

import org.jspecify.annotations.NullMarked;
