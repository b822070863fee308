/**
 * Reads captures and says what each RoCEv2 packet is and whether its ICRC is right.
 *
 * <p>In: classic pcap files of anyone's making. Out: a value a packet, or a line of text. Owns nothing beyond one file.
 * Bounds: one record at a time, of at most {@link io.verbena.nic.fabric.dissect.PcapReader#MAX_RECORD_BYTES}. It computes
 * the ICRC from the bytes of the capture by the definition, not by the code that the NIC sends with, so that it can
 * judge what the NIC sent.
 */
@NullMarked
package io.verbena.nic.fabric.dissect;

import org.jspecify.annotations.NullMarked;
