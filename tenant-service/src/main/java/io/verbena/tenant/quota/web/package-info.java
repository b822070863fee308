/**
 * Quotas and reservations over HTTP.
 *
 * <p>In: requests, checked here before the model sees them; out: outcomes as answers and problems, one problem type per
 * refusal. Owns nothing. Who may what: a tenant reads its own quota, the platform's people read and set all, the services
 * of the platform reserve.
 */
@NullMarked
package io.verbena.tenant.quota.web;

import org.jspecify.annotations.NullMarked;
