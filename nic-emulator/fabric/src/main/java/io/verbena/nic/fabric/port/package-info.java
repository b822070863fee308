/**
 * Where a NIC meets a wire: the {@link io.verbena.nic.fabric.port.Port} and middleware that stacks on any port.
 *
 * <p>In: trains to send. Out: trains that came. The thread that owns the NIC owns its port.
 */
@NullMarked
package io.verbena.nic.fabric.port;

import org.jspecify.annotations.NullMarked;
