/**
 * Builds packets for the wire and takes received ones apart.
 *
 * <p>In: opcodes and fields, or bytes that anybody may have sent. Out: headers in a train's slab, or checked fields and
 * a drop reason. Owns its scratch. Bounds: one packet at a time.
 */
@NullMarked
package io.verbena.nic.datapath.packet;

import org.jspecify.annotations.NullMarked;
