/**
 * What host and NIC agree on: layouts in shared memory, with the accessors of both sides, and the numbers of ibverbs.
 *
 * <p>In and out: fields at fixed offsets, little-endian. Owns nothing; the memory comes from {@code memory}. The NIC
 * trusts none of it: it copies a field once and checks the copy. Bounds: sizes fixed when a queue is made.
 */
@NullMarked
package io.verbena.nic.datapath.abi;

import org.jspecify.annotations.NullMarked;
