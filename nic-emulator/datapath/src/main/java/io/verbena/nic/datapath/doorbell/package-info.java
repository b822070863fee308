/**
 * Takes doorbells from the contexts' pages and says which queue pairs have work.
 *
 * <p>In: bits in shared memory, which a hostile host may set at will: a bit without a queue pair is ignored. Out:
 * queue pairs. Owns the list of pages. Bounds: a number of doorbells for each call; the rest stays rung.
 */
@NullMarked
package io.verbena.nic.datapath.doorbell;

import org.jspecify.annotations.NullMarked;
