package io.verbena.nic.datapath.qp;

/** Sizes of a queue pair, asked for or granted ({@code ibv_qp_cap}). */
public record QpCapabilities(int maxSendWr, int maxRecvWr, int maxSendSge, int maxRecvSge, int maxInlineData) {}
