/**
 * Long work that callers can follow: each change of a VF is one operation.
 *
 * <p>In: a saga's beginning, progress and end. Out: the operation as a resource, and a bounded long poll for its end.
 * Owner: the row in PostgreSQL. Bounds: one unfinished operation per VF; finished ones are kept for {@code
 * verbena.sriov.operation-retention}.
 */
@NullMarked
package io.verbena.sriov.operations;

import org.jspecify.annotations.NullMarked;
