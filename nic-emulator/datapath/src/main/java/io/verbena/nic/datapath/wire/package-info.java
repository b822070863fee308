/**
 * The RoCEv2 wire format: headers as flyweights, the opcode table, the invariant CRC, and the trains that ports carry.
 *
 * <p>In and out: bytes whose length was checked. Owns no state but constant tables. Every layout is big-endian unless
 * it says otherwise. Sources: IBTA volume 1 (chapters 5 and 9), annex A17 (RoCEv2).
 */
@NullMarked
package io.verbena.nic.datapath.wire;

import org.jspecify.annotations.NullMarked;
