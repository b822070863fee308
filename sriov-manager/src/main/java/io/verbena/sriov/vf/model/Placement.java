package io.verbena.sriov.vf.model;

import java.util.UUID;

/**
 * Where a VF lives, and by which right.
 *
 * @param pf index of the physical function
 * @param index index of the slot, from 0
 * @param address IP address literal, which is the VF's GID
 * @param vni the tenant's VXLAN network; the same for the life of the VF
 * @param bootId the NIC's boot it was last planned for; a NIC of another boot holds nothing of it
 * @param epoch the slot's epoch drawn for the present intent
 */
public record Placement(String nic, String host, int pf, int index, String address, int vni, UUID bootId, long epoch) {
    /** The same place under a new epoch, in the NIC's present boot. */
    public Placement renewed(UUID boot, long newEpoch) {
        return new Placement(nic, host, pf, index, address, vni, boot, newEpoch);
    }
}
