/**
 * One answer to all that goes wrong: RFC 9457 problems.
 *
 * <p>In: exceptions, from controllers, filters, Spring Security and the container. Out: {@code application/problem+json}
 * with the {@link io.verbena.contracts.ProblemType}'s URI, title and status, the enum's name as {@code reason}, a
 * {@code traceId} that is also in our log, and members of the type's own ({@code docs/problems.md}). Owner: the thread of
 * the request. Bounds: one answer a request; what is unexpected is logged once, here, and says nothing of itself outside.
 */
@NullMarked
package io.verbena.kit.problem;

import org.jspecify.annotations.NullMarked;
