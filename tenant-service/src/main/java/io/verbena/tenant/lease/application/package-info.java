/**
 * Leases as the service runs them: with random challenges, a clock, metrics and a record of what an operator did.
 *
 * <p>In: requests of NICs and operators, a timer; out: the ledger's answers, series. Owns nothing. Bounds: each run of the
 * timer is as long as the list of NICs.
 */
@NullMarked
package io.verbena.tenant.lease.application;

import org.jspecify.annotations.NullMarked;
