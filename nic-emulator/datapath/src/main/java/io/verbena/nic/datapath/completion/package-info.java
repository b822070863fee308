/**
 * Writes completions where hosts poll them.
 *
 * <p>In: what completed. Out: entries in shared memory. Owns the producer side of each completion queue. Bounds: a
 * queue's entries; one too many is an overrun, which ends the queue and its queue pairs.
 */
@NullMarked
package io.verbena.nic.datapath.completion;

import org.jspecify.annotations.NullMarked;
