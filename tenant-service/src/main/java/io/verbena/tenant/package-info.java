/**
 * tenant-service: who may have how much.
 *
 * <p>In: REST calls of people, of tenants and of sriov-manager; out: tenants, quotas, reservations, tokens, and a change log
 * on {@code verbena.tenant-changes.v1}. Owns the schema {@code tenant}. It holds no state that a second replica would miss.
 * Features: {@code tenant} (the tree, flat), {@code quota} (the ledger, in layers), {@code issuer} (clients and tokens);
 * the others depend on {@code tenant}, which depends on none of them.
 */
@NullMarked
package io.verbena.tenant;

import org.jspecify.annotations.NullMarked;
