package io.verbena.nic.datapath.qp;

import org.jspecify.annotations.Nullable;

/**
 * Attributes of {@code ibv_modify_qp}: what is null is not in the mask.
 *
 * @param accessFlags remote rights, bits of {@code abi.AccessFlags}
 * @param pathMtu bytes: 256, 512, 1024, 2048 or 4096
 * @param minRnrTimer code 0 to 31 (IBTA table 45)
 * @param timeout code 0 to 31: 4.096 us x 2^timeout, 0 waits for ever
 */
public record QpAttributes(
        @Nullable QpState state,
        @Nullable Integer pkeyIndex,
        @Nullable Integer portNum,
        @Nullable Integer accessFlags,
        @Nullable AddressHandle addressHandle,
        @Nullable Integer pathMtu,
        @Nullable Integer destQpNum,
        @Nullable Integer rqPsn,
        @Nullable Integer maxDestRdAtomic,
        @Nullable Integer minRnrTimer,
        @Nullable Integer sqPsn,
        @Nullable Integer maxRdAtomic,
        @Nullable Integer retryCnt,
        @Nullable Integer rnrRetry,
        @Nullable Integer timeout) {

    /** A move to a state that takes no attributes: RESET or ERR. */
    public static QpAttributes to(QpState state) {
        return new QpAttributes(
                state, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    public static QpAttributes init(int pkeyIndex, int portNum, int accessFlags) {
        return new QpAttributes(
                QpState.INIT,
                pkeyIndex,
                portNum,
                accessFlags,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    public static QpAttributes rtr(
            AddressHandle path, int pathMtu, int destQpNum, int rqPsn, int maxDestRdAtomic, int minRnrTimer) {
        return new QpAttributes(
                QpState.RTR,
                null,
                null,
                null,
                path,
                pathMtu,
                destQpNum,
                rqPsn,
                maxDestRdAtomic,
                minRnrTimer,
                null,
                null,
                null,
                null,
                null);
    }

    public static QpAttributes rts(int sqPsn, int maxRdAtomic, int retryCnt, int rnrRetry, int timeout) {
        return new QpAttributes(
                QpState.RTS,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                sqPsn,
                maxRdAtomic,
                retryCnt,
                rnrRetry,
                timeout);
    }
}
