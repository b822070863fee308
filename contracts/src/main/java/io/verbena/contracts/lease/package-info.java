/**
 * What a NIC and the ledger in tenant-service say to each other about quota leases. A counter is the newest value of its
 * side and never a difference, so that losing, repeating and reordering messages changes nothing.
 */
@NullMarked
package io.verbena.contracts.lease;

import org.jspecify.annotations.NullMarked;
