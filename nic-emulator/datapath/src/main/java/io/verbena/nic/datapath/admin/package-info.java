/**
 * The control path: commands in, results out, and no other door to the NIC's tables.
 *
 * <p>In: {@link io.verbena.nic.datapath.admin.AdminCommand}. Out: {@link io.verbena.nic.datapath.admin.AdminResult}, and
 * changes of functions, keys, queues. Owner: the NIC's owner thread. Bounds: the limits of the function and the device.
 */
@NullMarked
package io.verbena.nic.datapath.admin;

import org.jspecify.annotations.NullMarked;
