/**
 * {@code Idempotency-Key} on POST: the same request twice has one effect and one answer.
 *
 * <p>In: a POST with the header. Out: the answer of the first request with this caller, method, path and key. The request
 * runs inside one transaction that also writes the key's row, so that effect and row come together or not at all; only
 * success is kept, as a refused request had no effect. Owner: the service's database. Bounds: bodies of 1 MiB, keys of 255
 * characters, rows of 24 hours. The header follows draft-ietf-httpapi-idempotency-key-header-07, an expired draft.
 */
@NullMarked
package io.verbena.kit.idempotency;

import org.jspecify.annotations.NullMarked;
