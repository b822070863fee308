/**
 * The NIC's admin API over HTTP: function commands, read-back, counters, health.
 *
 * <p>In: requests of the control plane, each with a service's bearer token. Out: commands to the owner, and answers in the
 * words of {@code contracts.nic}; every refusal is a problem (RFC 9457) with a type of its own. Owner: nobody, a request
 * has a virtual thread. Bounds: requests at a time, and bytes of a body.
 */
@NullMarked
package io.verbena.nic.device.admin;

import org.jspecify.annotations.NullMarked;
