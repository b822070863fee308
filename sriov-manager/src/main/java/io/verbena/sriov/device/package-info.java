/**
 * Known NICs, their hosts, and the inventory last seen from them.
 *
 * <p>In: registrations of NICs, an operator's approval. Out: candidates for the planner, NICs and hosts as resources.
 * Owner: table {@code nic}. Bounds: 4096 functions a NIC, a NIC that has not registered for {@code
 * verbena.sriov.nic.silent-after} takes no new VF. Flat: create, read, update.
 */
@NullMarked
package io.verbena.sriov.device;

import org.jspecify.annotations.NullMarked;
