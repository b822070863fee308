/**
 * How a NIC gets its tenants' leases from the ledger.
 *
 * <p>In: the ledger's answers, refusals that ask for a sync at once. Out: commands to the datapath, which holds the leases.
 * Owner: one thread of its own. Bounds: one request at a time, each with a time limit.
 */
@NullMarked
package io.verbena.nic.device.lease;

import org.jspecify.annotations.NullMarked;
