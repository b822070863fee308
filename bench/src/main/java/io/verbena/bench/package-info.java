/**
 * End-to-end benchmarks: two NICs in two processes on the loopback, beside what the kernel's UDP gives without them.
 *
 * <p>In: a command line. Out: a table and JSON. {@link io.verbena.bench.Bench} directs, two {@link io.verbena.bench.Peer}
 * processes work and take one command line at a time. The machine's speed flips within seconds, so both programs stay
 * alive, take turns in windows of half a second at most, and the median of the pairs' ratios counts.
 */
@NullMarked
package io.verbena.bench;

import org.jspecify.annotations.NullMarked;
