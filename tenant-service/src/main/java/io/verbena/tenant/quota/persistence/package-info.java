/**
 * The ledger in PostgreSQL.
 *
 * <p>In: calls of the model's ports, each in its caller's transaction; out: rows as values of the model. Owns the tables
 * {@code quota}, {@code quota_line}, {@code reservation} and {@code reservation_amount}. Bounds: every list has a limit but
 * the one of all quotas, which is as long as the tree. The statements are SQL on purpose: what they lock and in which order
 * is what keeps the ledger right.
 */
@NullMarked
package io.verbena.tenant.quota.persistence;

import org.jspecify.annotations.NullMarked;
