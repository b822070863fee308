/**
 * What should exist on which NIC, and whether it does.
 *
 * <p>In: tenants' wishes over REST, NICs' registrations, the ledger's decisions, read-backs of NICs. Out: programmed
 * functions, operations to follow, a change log. Owner: rows in PostgreSQL; no replica holds state that another would
 * miss. Bounds: {@link io.verbena.sriov.SriovProperties}.
 */
@NullMarked
package io.verbena.sriov;

import org.jspecify.annotations.NullMarked;
