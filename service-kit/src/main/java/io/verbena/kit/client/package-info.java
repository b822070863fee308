/**
 * Calls to other services of this system.
 *
 * <p>In: a base address. Out: a {@code RestClient} that sends this service's own token, waits a bounded time, reads JSON
 * with the tolerant mapper, and throws the other side's problem as a {@link io.verbena.kit.client.RemoteProblem}. Owner:
 * the calling thread. Bounds: 2 s to connect, 10 s for an answer; the token is fetched at its first use and kept until
 * shortly before its end, so that no service waits for the issuer at its start.
 */
@NullMarked
package io.verbena.kit.client;

import org.jspecify.annotations.NullMarked;
