/**
 * What operators do with NICs: emptying them, and deciding about functions that were found on them.
 *
 * <p>In: an operator's wishes. Out: operations to follow. Owner: tables {@code operation} and {@code function_slot}. Bounds:
 * one drain at a time for a NIC, its budget of functions at once.
 */
@NullMarked
package io.verbena.sriov.maintenance;

import org.jspecify.annotations.NullMarked;
