/**
 * Leases in PostgreSQL.
 *
 * <p>In: calls of the model's ports, in the transactions that they open; out: rows as values of the model. Owns the tables
 * {@code lease_ledger}, {@code lease_nic} and {@code lease_line}, and of {@code quota_line} the columns {@code leased} and
 * {@code unmet}. Bounds: a NIC's lines. Locks: the NIC, then lines of the ledger, each node before those below it, as
 * reservations do.
 */
@NullMarked
package io.verbena.tenant.lease.persistence;

import org.jspecify.annotations.NullMarked;
