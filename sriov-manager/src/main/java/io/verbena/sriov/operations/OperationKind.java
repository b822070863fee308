package io.verbena.sriov.operations;

/** What an operation does to its VF. */
public enum OperationKind {
    PROVISION("provisionVirtualFunction"),
    UPDATE("updateVirtualFunction"),
    RELEASE("releaseVirtualFunction");

    private final String exposedName;

    OperationKind(String exposedName) {
        this.exposedName = exposedName;
    }

    public String exposedName() {
        return exposedName;
    }
}
