package io.verbena.standalone.demo;

import java.util.List;
import java.util.Map;

/** Who plays in the scenario: an organisation, its two tenants, and a VF for each on either NIC. */
final class Cast {
    static final String ORGANISATION = "acme";
    static final int QPS_PER_VF = 8;

    private static final int VFS = 2;
    private static final long OBJECTS_PER_VF = 16;
    private static final long BYTES_PER_VF = 32L << 20;

    /**
     * A tenant and its VFs.
     *
     * @param requester the VF that posts, and its NIC
     * @param responder the VF that answers, and its NIC
     */
    record Tenant(String name, Role requester, Role responder) {
        List<Role> roles() {
            return List.of(requester, responder);
        }
    }

    /** A VF by the id that the client chooses, and where it is to be. */
    record Role(String vf, String nic) {}

    private Cast() {}

    /** The tenants go opposite ways, so that both NICs send. */
    static List<Tenant> tenants(String firstNic, String secondNic) {
        return List.of(
                new Tenant("blue", new Role("blue-a", firstNic), new Role("blue-b", secondNic)),
                new Tenant("red", new Role("red-b", secondNic), new Role("red-a", firstNic)));
    }

    /** What one VF is limited to. */
    static Map<String, Long> vfLimits() {
        return Map.of(
                "qp", (long) QPS_PER_VF,
                "cq", OBJECTS_PER_VF,
                "mr", OBJECTS_PER_VF,
                "pd", OBJECTS_PER_VF,
                "registeredBytes", BYTES_PER_VF);
    }

    /** A tenant's quota: its VFs, and not one more. */
    static Map<String, Long> quota() {
        return Map.of(
                "vf", (long) VFS,
                "qp", (long) VFS * QPS_PER_VF,
                "cq", VFS * OBJECTS_PER_VF,
                "mr", VFS * OBJECTS_PER_VF,
                "pd", VFS * OBJECTS_PER_VF,
                "registeredBytes", VFS * BYTES_PER_VF);
    }
}
