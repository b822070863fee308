/**
 * Organisations and the tenants in them: one tree of nodes, flat code.
 *
 * <p>In: REST calls; out: nodes, and calls to {@link io.verbena.tenant.tenant.NodeDependent}s when one comes or goes. Owns
 * the table {@code node}. Bounds: pages of at most 500; a name is a DNS label and unique among its kind; a node never moves
 * and is only deleted when nothing is below it or charged to it.
 */
@NullMarked
package io.verbena.tenant.tenant;

import org.jspecify.annotations.NullMarked;
