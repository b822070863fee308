package io.verbena.sriov.operations;

/** What an operation does, to a VF or to all on a NIC. */
public enum OperationKind {
    PROVISION("provisionVirtualFunction"),
    UPDATE("updateVirtualFunction"),
    RELEASE("releaseVirtualFunction"),
    DRAIN_NIC("drainNic"),
    ADOPT("adoptFunction");

    private final String exposedName;

    OperationKind(String exposedName) {
        this.exposedName = exposedName;
    }

    public String exposedName() {
        return exposedName;
    }
}
