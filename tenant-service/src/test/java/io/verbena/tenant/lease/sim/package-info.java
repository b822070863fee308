/**
 * Leases under everything that can go wrong: NICs and a ledger, both the classes that production runs, with messages that
 * are lost, repeated and late, restarts, crashes, backups, lowered limits. All of it comes out of a seed.
 */
@NullMarked
package io.verbena.tenant.lease.sim;

import org.jspecify.annotations.NullMarked;
