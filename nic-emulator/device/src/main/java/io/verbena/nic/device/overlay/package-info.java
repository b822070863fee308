/**
 * RoCEv2 inside VXLAN (RFC 7348), for NICs whose host has one address while each function needs its own: one socket on
 * UDP 4789 for the whole NIC, a VNI per tenant.
 *
 * <p>In: sealed-for-zero trains, locations from the control plane. Out: trains, each packet checked for who may have sent
 * it. Owner: the NIC's owner thread, but for {@link io.verbena.nic.device.overlay.Locations}, which control threads write.
 * Bounds: as on the plain port, one train a system call; every packet that is not let through has a reason and a count.
 *
 * <p>The inner headers are ours. IPv4 carries identification 0 with DF, which RFC 6864 allows for packets that are never
 * fragmented: the ICRC as the NIC makes it then holds as it is, and the headers of a train's full packets are the same
 * bytes. The kernel numbers the outer packets of a send 0, 1, 2, ..., which no ICRC covers.
 */
@NullMarked
package io.verbena.nic.device.overlay;

import org.jspecify.annotations.NullMarked;
