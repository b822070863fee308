package io.verbena.nic.datapath.qp;

/**
 * What a queue pair is made with and keeps.
 *
 * @param doorbell its bit in the context's doorbell page
 */
public record QpIdentity(int qpNum, int function, int pd, int sendCq, int recvCq, int doorbell, boolean sqSigAll) {}
