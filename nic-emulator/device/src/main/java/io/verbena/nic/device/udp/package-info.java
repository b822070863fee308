/**
 * RoCEv2 over the kernel's UDP: one socket for each address of the NIC, a whole train in one system call.
 *
 * <p>In: sealed-for-zero trains, see {@code TransmitTrain}. Out: trains as UDP_GRO gathers them. The NIC's owner thread
 * owns all of it. Bounds: a train is at most 64 KiB, a socket's receive buffer is the only queue, and what the kernel
 * does not take is counted.
 *
 * <p>Seen on Linux 6.18: an unconnected socket with PMTUDISC_DO sends DF and identification 0, and the segments of one
 * send carry 0, 1, 2, ... whether the link segments (and the ICRC of packet i is sealed for i) or not. The source port is
 * constant, so a network has no entropy to spread the flows of two addresses over several paths.
 */
@NullMarked
package io.verbena.nic.device.udp;

import org.jspecify.annotations.NullMarked;
