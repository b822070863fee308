/**
 * Who somebody is: an OAuth 2 issuer for machines, and the clients that may ask it.
 *
 * <p>In: client credentials; out: tokens of 15 minutes that say audience, roles, and the tenant or NIC they are bound to.
 * Owns the tables {@code client} and {@code signing_key}; nothing is kept in memory that a second replica would miss. With
 * {@code verbena.issuer.enabled=false} all of this is absent and an issuer elsewhere is trusted. Bounds: see {@link
 * io.verbena.tenant.issuer.TenantClients#MAX_PER_TENANT}.
 */
@NullMarked
package io.verbena.tenant.issuer;

import org.jspecify.annotations.NullMarked;
