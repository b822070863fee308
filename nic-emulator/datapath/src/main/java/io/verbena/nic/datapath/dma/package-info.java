/**
 * Moves payload between host memory and packets.
 *
 * <p>In: ranges that translation has checked. Out: bytes in a train, or in host memory. Owns nothing. Bounds: a packet's
 * payload at a time.
 */
@NullMarked
package io.verbena.nic.datapath.dma;

import org.jspecify.annotations.NullMarked;
