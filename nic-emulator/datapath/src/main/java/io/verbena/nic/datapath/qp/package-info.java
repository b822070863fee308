/**
 * The context of a queue pair: what every block knows of a connection.
 *
 * <p>In: attributes from {@code admin}; progress from the blocks. Out: fields that blocks read. Owner: the NIC's owner
 * thread. A field is written by the block its Javadoc names. Bounds: one object for each queue pair, arrays only while a
 * connection needs them.
 */
@NullMarked
package io.verbena.nic.datapath.qp;

import org.jspecify.annotations.NullMarked;
