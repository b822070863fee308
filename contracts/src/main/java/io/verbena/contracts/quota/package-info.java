/** What sriov-manager and tenant-service say to each other: reservations against the ledger. */
@NullMarked
package io.verbena.contracts.quota;

import org.jspecify.annotations.NullMarked;
