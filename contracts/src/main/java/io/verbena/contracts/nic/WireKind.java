package io.verbena.contracts.nic;

/** What carries a NIC's packets. NICs that are to reach each other have the same. */
public enum WireKind {
    /** RoCEv2 in UDP: each function's address is one of the host's. */
    UDP,
    /** RoCEv2 in VXLAN: functions have inside addresses, and the host's one address is the tunnel endpoint of all. */
    OVERLAY
}
