package io.verbena.nic.verbs;

import io.verbena.nic.datapath.qp.QpCapabilities;

/**
 * {@code ibv_qp_init_attr} of an RC queue pair.
 *
 * @param sqSigAll every send work request makes a completion
 */
public record QpInitAttr(CompletionQueue sendCq, CompletionQueue recvCq, QpCapabilities cap, boolean sqSigAll) {}
