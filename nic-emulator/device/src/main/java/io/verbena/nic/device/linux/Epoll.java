package io.verbena.nic.device.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Waits for descriptors to become readable, level-triggered. One thread at a time. */
public final class Epoll implements AutoCloseable {
    private static final int EPOLL_CLOEXEC = 0x80000;
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;
    private static final int EPOLLIN = 1;
    /** More than one turn can serve; the others show up in the next call. */
    private static final int CAPACITY = 64;
    /** The struct is packed on x86-64 alone, for the sake of 32-bit programs. */
    private static final boolean PACKED = System.getProperty("os.arch").equals("amd64");

    private static final int EVENT_BYTES = PACKED ? 12 : 16;
    private static final int TOKEN_OFFSET = PACKED ? 4 : 8;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;

    private final Libc libc = new Libc();
    private final MemorySegment events = Arena.ofAuto().allocate((long) CAPACITY * EVENT_BYTES, 8);
    private final MemorySegment event = Arena.ofAuto().allocate(EVENT_BYTES, 8);
    private final MemorySegment timeout = Arena.ofAuto().allocate(16, 8);
    private final int descriptor;
    private boolean fineTimeouts = true;

    public Epoll() throws IOException {
        descriptor = libc.epollCreate(EPOLL_CLOEXEC);
        if (descriptor < 0) {
            throw new IOException("no epoll descriptor: " + Libc.describe(-descriptor));
        }
    }

    /** Watches a descriptor; {@code token} comes back when it is readable. */
    public void add(int watched, int token) throws IOException {
        event.set(ValueLayout.JAVA_INT, 0, EPOLLIN);
        event.set(ValueLayout.JAVA_LONG_UNALIGNED, TOKEN_OFFSET, token);
        int result = libc.epollControl(descriptor, EPOLL_CTL_ADD, watched, event);
        if (result < 0) {
            throw new IOException("epoll takes no descriptor: " + Libc.describe(-result));
        }
    }

    public void add(EventDescriptor watched, int token) throws IOException {
        add(watched.descriptor(), token);
    }

    /** Watches another epoll: readable when anything it watches is. */
    public void add(Epoll watched, int token) throws IOException {
        add(watched.descriptor, token);
    }

    /** Forgets a descriptor that is about to be closed. */
    public void remove(int watched) {
        libc.epollControl(descriptor, EPOLL_CTL_DEL, watched, event);
    }

    /**
     * Waits until something is readable or the time is over.
     *
     * @param timeoutNs 0 only looks; {@link Long#MAX_VALUE} waits for ever
     * @return readable descriptors, see {@link #token}; 0 when the time is over or a signal came
     */
    public int await(long timeoutNs) {
        int count = fineTimeouts ? awaitFine(timeoutNs) : awaitCoarse(timeoutNs);
        if (count < 0 && count != -Libc.EINTR && fineTimeouts) {
            // Linux before 5.11 has no epoll_pwait2, and some container sandboxes refuse it.
            fineTimeouts = false;
            count = awaitCoarse(timeoutNs);
        }
        if (count < 0 && count != -Libc.EINTR) {
            throw new IllegalStateException("epoll failed: " + Libc.describe(-count));
        }
        return Math.max(count, 0);
    }

    private int awaitFine(long timeoutNs) {
        if (timeoutNs == Long.MAX_VALUE) {
            return libc.epollPwait2(descriptor, events, CAPACITY, MemorySegment.NULL);
        }
        timeout.set(ValueLayout.JAVA_LONG, 0, timeoutNs / NS_PER_SECOND);
        timeout.set(ValueLayout.JAVA_LONG, 8, timeoutNs % NS_PER_SECOND);
        return libc.epollPwait2(descriptor, events, CAPACITY, timeout);
    }

    private int awaitCoarse(long timeoutNs) {
        long ms = timeoutNs == Long.MAX_VALUE ? -1 : Math.min((timeoutNs + NS_PER_MS - 1) / NS_PER_MS, 1_000_000);
        return libc.epollWait(descriptor, events, CAPACITY, (int) ms);
    }

    /** The token of a descriptor that the last {@link #await} found readable. */
    public int token(int index) {
        return (int) events.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) index * EVENT_BYTES + TOKEN_OFFSET);
    }

    @Override
    public void close() {
        libc.close(descriptor);
    }
}
