/**
 * Fetches the work request of a granted queue pair out of the host's memory, and checks the copy.
 *
 * <p>In: indices and entries that a hostile host may write at will and at any time. Out: a checked copy, or what is wrong
 * with it. Owns one copy. Bounds: the entries of a queue, the SGEs of an entry.
 */
@NullMarked
package io.verbena.nic.datapath.fetch;

import org.jspecify.annotations.NullMarked;
