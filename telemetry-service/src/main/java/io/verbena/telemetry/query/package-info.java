/**
 * Last values over REST.
 *
 * <p>In: a caller and a name. Out: what {@code telemetry.series} has of it. Owner: the request's thread. Rules: a tenant
 * sees its own functions, NICs are the platform's; what was not seen within the last minute is not there.
 */
@NullMarked
package io.verbena.telemetry.query;

import org.jspecify.annotations.NullMarked;
