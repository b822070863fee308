package io.verbena.nic.datapath.wire;

/** The AETH syndrome byte and the codes in its low five bits (IBTA 9.7.5.1, tables of RNR timers and of credits). */
public final class Syndrome {
    /** Bits 7 to 5 of a positive acknowledgement; the credit code is below. */
    public static final int ACK = 0x00;
    /** Bits 7 to 5 of "receiver not ready"; the timer code is below. */
    public static final int RNR_NAK = 0x20;
    /** Bits 7 to 5 of a negative acknowledgement; the reason is below. */
    public static final int NAK = 0x60;

    public static final int NAK_SEQUENCE = 0x60;
    public static final int NAK_INVALID_REQUEST = 0x61;
    public static final int NAK_REMOTE_ACCESS = 0x62;
    public static final int NAK_REMOTE_OPERATIONAL = 0x63;
    public static final int NAK_INVALID_RD_REQUEST = 0x64;

    /** Credit code of a responder that does not count credits: no limit. */
    public static final int NO_CREDIT_LIMIT = 31;

    private static final int KIND_MASK = 0xe0;
    private static final int CODE_MASK = 0x1f;

    private static final int[] CREDITS = {
        0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096,
        6144, 8192, 12288, 16384, 24576, 32768
    };

    /** In microseconds; code 0 is the longest. */
    private static final int[] RNR_TIMERS_US = {
        655360, 10, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480, 640, 960, 1280, 1920, 2560, 3840, 5120, 7680, 10240,
        15360, 20480, 30720, 40960, 61440, 81920, 122880, 163840, 245760, 327680, 491520
    };

    private Syndrome() {}

    public static int ack(int creditCode) {
        return ACK | creditCode & CODE_MASK;
    }

    public static int rnrNak(int timerCode) {
        return RNR_NAK | timerCode & CODE_MASK;
    }

    public static boolean isAck(int syndrome) {
        return (syndrome & KIND_MASK) == ACK;
    }

    public static boolean isRnrNak(int syndrome) {
        return (syndrome & KIND_MASK) == RNR_NAK;
    }

    public static boolean isNak(int syndrome) {
        return (syndrome & KIND_MASK) == NAK;
    }

    /** The low five bits: credit code, RNR timer code or NAK reason. */
    public static int code(int syndrome) {
        return syndrome & CODE_MASK;
    }

    /** How long a requester waits before it sends again. */
    public static long rnrTimerNs(int timerCode) {
        return RNR_TIMERS_US[timerCode & CODE_MASK] * 1_000L;
    }

    /** Receive requests that a credit code grants, {@link Integer#MAX_VALUE} for {@link #NO_CREDIT_LIMIT}. */
    public static int credits(int creditCode) {
        int code = creditCode & CODE_MASK;
        return code == NO_CREDIT_LIMIT ? Integer.MAX_VALUE : CREDITS[code];
    }

    /** The code that grants the most without granting more than {@code receiveRequests}, which is not negative. */
    public static int creditCode(int receiveRequests) {
        int code = CREDITS.length - 1;
        while (CREDITS[code] > receiveRequests) {
            code--;
        }
        return code;
    }
}
