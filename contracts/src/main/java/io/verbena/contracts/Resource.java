package io.verbena.contracts;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is counted and limited, for a tenant in the ledger and for a VF in the NIC. Counts, but for registered bytes. */
public enum Resource {
    /** Virtual functions. Admission only: a NIC does not count them for a tenant. */
    @JsonProperty("vf")
    VF,
    /** Queue pairs. */
    @JsonProperty("qp")
    QP,
    /** Completion queues. */
    @JsonProperty("cq")
    CQ,
    /** Memory regions. */
    @JsonProperty("mr")
    MR,
    /** Protection domains. */
    @JsonProperty("pd")
    PD,
    /** Bytes under registration, the sum of the lengths of all memory regions. */
    @JsonProperty("registeredBytes")
    REGISTERED_BYTES
}
