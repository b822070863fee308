/**
 * The ledger's side of quota leases: which boot speaks for a NIC, what each of its lines was granted, and that no node of
 * the tree is charged beyond its limit by it.
 *
 * <p>In: messages of NICs; out: their answers, all absolute. The port {@link io.verbena.tenant.lease.model.LeaseBook} says
 * what is needed of the database. Owner: nobody, all state is in the book. Bounds: a NIC's lines, as its message has them.
 * Reads no clock: nothing is ever taken back because time has passed.
 */
@NullMarked
package io.verbena.tenant.lease.model;

import org.jspecify.annotations.NullMarked;
