/**
 * Emptying NICs, for work on them.
 *
 * <p>In: an operator's wish to have a NIC free of functions. Out: an operation to follow. Owner: table {@code operation}.
 * Bounds: one at a time for a NIC, its budget of functions at once.
 */
@NullMarked
package io.verbena.sriov.maintenance;

import org.jspecify.annotations.NullMarked;
