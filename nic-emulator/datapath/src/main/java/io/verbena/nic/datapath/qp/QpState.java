package io.verbena.nic.datapath.qp;

/** States of a queue pair (IBTA 10.3.1) that an RC queue pair of this NIC takes. */
public enum QpState {
    RESET,
    /** Receives may be posted; packets are dropped. */
    INIT,
    /** Ready to receive: requests are answered. */
    RTR,
    /** Ready to send. */
    RTS,
    /** Everything posted is flushed. */
    ERR;

    public boolean receives() {
        return this == RTR || this == RTS;
    }
}
