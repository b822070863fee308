/**
 * Requester, Responder, Completer: the only code that joins the blocks.
 *
 * <p>In: grants, packets, timers. Out: packets in trains, completions, activations. Owns no state of its own but scratch;
 * what must be kept is on the queue pair. Bounds: a burst for each grant.
 */
@NullMarked
package io.verbena.nic.datapath.pipeline;

import org.jspecify.annotations.NullMarked;
