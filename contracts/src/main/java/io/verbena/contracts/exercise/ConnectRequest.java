package io.verbena.contracts.exercise;

/**
 * Body of {@code POST /v1/endpoints/{id}:connect}: the peer, and attributes of the queue pair as in {@code ibv_modify_qp}.
 *
 * @param addr where the peer's memory begins
 * @param pathMtu bytes
 * @param firstPsn of either direction
 * @param timeoutCode a packet that is not acknowledged within 4.096 us x 2^code is sent again
 * @param rnrRetryCount 7 for ever
 * @param minRnrTimer code of IBTA table 45
 */
public record ConnectRequest(
        String gid,
        long qpn,
        long addr,
        long rkey,
        long pathMtu,
        long firstPsn,
        long timeoutCode,
        long retryCount,
        long rnrRetryCount,
        long minRnrTimer) {}
