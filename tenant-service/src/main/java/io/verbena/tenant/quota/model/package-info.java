/**
 * The rules of quotas: what a reservation is, what may become of it, when a node of the tree admits an amount.
 *
 * <p>In: values; out: values, among them every outcome that a caller can cause. The ports {@link
 * io.verbena.tenant.quota.model.Accounts}, {@link io.verbena.tenant.quota.model.Reservations} and {@link
 * io.verbena.tenant.quota.model.Lineages} say what is needed of the database. Owner: nobody, all is immutable. Bounds: no
 * amount, limit or sum is above {@link io.verbena.tenant.quota.model.Amounts#MAX}. Imports the JDK and the names in
 * contracts, nothing else.
 */
@NullMarked
package io.verbena.tenant.quota.model;

import org.jspecify.annotations.NullMarked;
