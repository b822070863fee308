/**
 * What makes a connection reliable: outstanding requests, the window, READs kept for repetition.
 *
 * <p>In: what was sent and what was acknowledged. Out: what may be sent, and from where to send again. Owns slab chunks
 * that queue pairs borrow while something is outstanding. Bounds: a queue's entries, half the PSN circle, the peer's
 * receive buffer.
 */
@NullMarked
package io.verbena.nic.datapath.reliability;

import org.jspecify.annotations.NullMarked;
