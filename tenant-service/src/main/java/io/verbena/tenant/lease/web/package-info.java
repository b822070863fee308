/**
 * Leases over HTTP, for NICs about themselves and for operators.
 *
 * <p>In: requests, checked here before the model sees them; out: outcomes as answers and problems. Owns nothing.
 */
@NullMarked
package io.verbena.tenant.lease.web;

import org.jspecify.annotations.NullMarked;
