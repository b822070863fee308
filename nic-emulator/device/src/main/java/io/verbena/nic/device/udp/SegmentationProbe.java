package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.linux.Libc;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Finds out, by trying, how many segments the kernel takes in one send: 128 on Linux 6.18, 64 before, 1 without UDP_SEGMENT. */
final class SegmentationProbe {
    private static final int[] CANDIDATES = {128, 64};

    private SegmentationProbe() {}

    /** Sends a few bytes to itself, on a port of its own. */
    static int maxSegments(UdpSocket socket) throws IOException {
        if (!socket.knowsSegmentation()) {
            return 1;
        }
        Gid self = socket.address();
        int port = socket.boundPort();
        MemorySegment bytes = Arena.ofAuto().allocate(CANDIDATES[0]);
        MemorySegment iovec = Arena.ofAuto().allocate(16, 8);
        iovec.set(ValueLayout.JAVA_LONG, 0, bytes.address());
        for (int segments : CANDIDATES) {
            iovec.set(ValueLayout.JAVA_LONG, 8, segments);
            int result = socket.send(self.high(), self.low(), port, 0, iovec.address(), 1, 1);
            if (result > 0 || result == -Libc.EAGAIN) {
                return segments;
            }
        }
        return 1;
    }
}
