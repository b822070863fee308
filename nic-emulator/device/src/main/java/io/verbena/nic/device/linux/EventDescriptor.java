package io.verbena.nic.device.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** An eventfd: any thread signals it, the one that waits on it drains it. */
public final class EventDescriptor implements AutoCloseable {
    private static final int EFD_NONBLOCK_CLOEXEC = 0x800 | 0x80000;

    private final Libc libc = new Libc();
    private final Libc reader = new Libc();
    private final MemorySegment one = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 1L);
    private final MemorySegment drained = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    private final int descriptor;
    private boolean closed;

    public EventDescriptor() throws IOException {
        descriptor = libc.eventDescriptor(EFD_NONBLOCK_CLOEXEC);
        if (descriptor < 0) {
            throw new IOException("no eventfd: " + Libc.describe(-descriptor));
        }
    }

    int descriptor() {
        return descriptor;
    }

    /** Under a lock, so that no signal reaches a descriptor that was closed and given to somebody else. */
    public synchronized void signal() {
        if (!closed) {
            // It can only fail because the counter is full, and then the waiter wakes up anyway.
            libc.write(descriptor, one);
        }
    }

    /** Takes all signals so far; by the waiting thread. */
    public void drain() {
        reader.read(descriptor, drained);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            libc.close(descriptor);
        }
    }
}
