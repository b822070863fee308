/**
 * Who is where in each tenant's VXLAN network, for NICs on an overlay.
 *
 * <p>In: rows of VFs and NICs. Out: a segment per network, whole, with a version that rises with each change; to NICs that
 * ask, and to {@code reconcile}, which tells the others. Owner: table {@code tenant_network}, but for the giving out of
 * VNIs, which is {@code vf}'s. Bounds: a NIC is told only of networks that a VF on it is in.
 */
@NullMarked
package io.verbena.sriov.overlay;

import org.jspecify.annotations.NullMarked;
