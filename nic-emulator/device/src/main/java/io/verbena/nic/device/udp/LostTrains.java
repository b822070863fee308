package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.TransmitTrain;
import io.verbena.nic.device.linux.Libc;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the trains that the kernel refused for good, and says once what to do against packets that are too long. */
public final class LostTrains {
    private static final Logger log = LoggerFactory.getLogger(LostTrains.class);

    private final UdpCounters counters;
    private boolean tooLongReported;

    public LostTrains(UdpCounters counters) {
        this.counters = counters;
    }

    public void onLost(TransmitTrain train, int errno) {
        boolean tooLong = errno == Libc.EMSGSIZE;
        counters.add(tooLong ? UdpCounter.TRANSMIT_TOO_LONG_TRAINS : UdpCounter.TRANSMIT_FAILED_TRAINS, 1);
        if (tooLong && !tooLongReported) {
            tooLongReported = true;
            log.warn(
                    "packets of {} bytes are too long on the way from {} to {}: lower the path MTU of the queue pairs",
                    train.segmentBytes(),
                    train.source(),
                    train.destination());
        }
    }

    /** Whether a send of several segments failed as links without checksum offload make it fail on some kernels. */
    public static boolean refusesSegments(int result) {
        return result == -Libc.EIO || result == -Libc.EINVAL;
    }

    /** Whether the same send may succeed a little later. */
    public static boolean wouldBlock(int result) {
        return result == -Libc.EAGAIN || result == -Libc.EINTR;
    }
}
