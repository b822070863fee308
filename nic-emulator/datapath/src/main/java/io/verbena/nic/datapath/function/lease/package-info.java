/**
 * Quota leases at the NIC: what a tenant's functions may have together beyond their guarantees.
 *
 * <p>In: admissions and releases of the functions, replies of the ledger, time. Out: admissions, and what the ledger is to
 * be told. Owner: the NIC's owner thread. Bounds: {@link io.verbena.nic.datapath.function.lease.LeaseHolder#MAX_LINES}.
 * Nothing here outlives the boot: what the ledger charged to it is freed when the next boot is confirmed.
 */
@NullMarked
package io.verbena.nic.datapath.function.lease;

import org.jspecify.annotations.NullMarked;
