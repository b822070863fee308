/**
 * Last values over REST.
 *
 * <p>In: a caller and a name. Out: what {@code telemetry.lastvalues} has of it. Owner: the request's thread. Rules: a tenant
 * sees its own functions, NICs are the platform's; a function is there while its NIC's last
 * sample has it. Bounds: one statement a request; without the database it is answered 503.
 */
@NullMarked
package io.verbena.telemetry.query;

import org.jspecify.annotations.NullMarked;
