/**
 * The model's ports on PostgreSQL.
 *
 * <p>In: changes as pure functions on a locked row. Out: rows, entries of the change log in the same transaction, a
 * signal after it. Owner: tables {@code virtual_function}, {@code vf_status}, {@code function_slot}, {@code vf_address}.
 * Bounds: locks are taken in the order NIC, slot, VF. Plain SQL: each write of this service is a conditional statement,
 * and a mapper between would only hide the condition.
 */
@NullMarked
package io.verbena.sriov.vf.persistence;

import org.jspecify.annotations.NullMarked;
