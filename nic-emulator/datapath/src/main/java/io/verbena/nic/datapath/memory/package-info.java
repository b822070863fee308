/**
 * Host memory: the only package that sees an arena.
 *
 * <p>In: sizes, and segments that hosts register. Out: shared memory for queues, and ranges that other blocks read and
 * write. Owner of a range: whoever registered it. Bounds: what the limits of a function let it register.
 */
@NullMarked
package io.verbena.nic.datapath.memory;

import org.jspecify.annotations.NullMarked;
