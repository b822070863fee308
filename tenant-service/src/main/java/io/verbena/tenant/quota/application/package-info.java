/**
 * What can be done with quotas, each a transaction: reserve, move on, give back, expire; read and set limits.
 *
 * <p>In: commands of the model; out: its outcomes. Every change goes into the change log in the transaction that makes it.
 * A reservation is locked before its lines, and lines from the root to the leaf, so that no two transactions wait for each
 * other. Owner of no state but metrics. Bounds: {@link io.verbena.tenant.quota.application.QuotaProperties}.
 */
@NullMarked
package io.verbena.tenant.quota.application;

import org.jspecify.annotations.NullMarked;
