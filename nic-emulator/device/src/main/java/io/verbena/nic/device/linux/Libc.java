package io.verbena.nic.device.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/**
 * System calls. Each gives what the kernel gives: a result of at least 0, or minus errno.
 *
 * <p>Not thread-safe, as errno is caught in memory of the instance: each owner has one. No call is marked critical, since
 * a system call must not hold up a garbage collection.
 */
public final class Libc {
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int EAGAIN = 11;
    public static final int EACCES = 13;
    public static final int EINVAL = 22;
    public static final int EMSGSIZE = 90;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
    private static final int PR_SET_TIMERSLACK = 29;
    private static final long EPOLL_PWAIT2 = 441;

    private static final MethodHandle SOCKET = call("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND = call("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle NAME = call("getsockname", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SET_OPTION =
            call("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle OPTION =
            call("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SEND = call("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECEIVE = call("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle READ = call("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle WRITE = call("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle CLOSE = call("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle EVENTFD = call("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle EPOLL_CREATE = call("epoll_create1", JAVA_INT, JAVA_INT);
    private static final MethodHandle EPOLL_CONTROL =
            call("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle EPOLL_WAIT = call("epoll_wait", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle SYSCALL =
            variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle PRCTL = variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private final MemorySegment state = Arena.ofAuto().allocate(STATE);

    private static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"));
    }

    private static MethodHandle variadic(String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(fixed));
    }

    /** What an errno means, in the words of the C library. */
    public static String describe(int errno) {
        try {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(256).getString(0) + " (errno " + errno + ")";
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int socket(int domain, int type) {
        try {
            return orErrno((int) SOCKET.invokeExact(state, domain, type, 0));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int bind(int descriptor, MemorySegment address, int addressBytes) {
        try {
            return orErrno((int) BIND.invokeExact(state, descriptor, address, addressBytes));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int socketName(int descriptor, MemorySegment address, MemorySegment addressBytes) {
        try {
            return orErrno((int) NAME.invokeExact(state, descriptor, address, addressBytes));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int setSocketOption(int descriptor, int level, int option, MemorySegment value) {
        try {
            return orErrno(
                    (int) SET_OPTION.invokeExact(state, descriptor, level, option, value, (int) value.byteSize()));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int socketOption(int descriptor, int level, int option, MemorySegment value, MemorySegment valueBytes) {
        try {
            return orErrno((int) OPTION.invokeExact(state, descriptor, level, option, value, valueBytes));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int send(int descriptor, MemorySegment messageHeader) {
        try {
            return orErrno((long) SEND.invokeExact(state, descriptor, messageHeader, 0));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int receive(int descriptor, MemorySegment messageHeader) {
        try {
            return orErrno((long) RECEIVE.invokeExact(state, descriptor, messageHeader, 0));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int read(int descriptor, MemorySegment target) {
        try {
            return orErrno((long) READ.invokeExact(state, descriptor, target, target.byteSize()));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int write(int descriptor, MemorySegment source) {
        try {
            return orErrno((long) WRITE.invokeExact(state, descriptor, source, source.byteSize()));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    public int close(int descriptor) {
        try {
            return orErrno((int) CLOSE.invokeExact(state, descriptor));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int eventDescriptor(int flags) {
        try {
            return orErrno((int) EVENTFD.invokeExact(state, 0, flags));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int epollCreate(int flags) {
        try {
            return orErrno((int) EPOLL_CREATE.invokeExact(state, flags));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int epollControl(int epoll, int operation, int descriptor, MemorySegment event) {
        try {
            return orErrno((int) EPOLL_CONTROL.invokeExact(state, epoll, operation, descriptor, event));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    int epollWait(int epoll, MemorySegment events, int capacity, int timeoutMs) {
        try {
            return orErrno((int) EPOLL_WAIT.invokeExact(state, epoll, events, capacity, timeoutMs));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** By number, as C libraries older than glibc 2.35 have no function for it. */
    int epollPwait2(int epoll, MemorySegment events, int capacity, MemorySegment timeout) {
        try {
            return orErrno((long)
                    SYSCALL.invokeExact(state, EPOLL_PWAIT2, epoll, events, capacity, timeout, MemorySegment.NULL, 8L));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Lets the calling thread's timers fire that close to their time; the default of 50 us costs a NIC its short waits. */
    public int setTimerSlack(long slackNs) {
        try {
            return orErrno((int) PRCTL.invokeExact(state, PR_SET_TIMERSLACK, slackNs));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private int orErrno(long result) {
        return result < 0 ? -state.get(JAVA_INT, ERRNO) : (int) result;
    }

    private static AssertionError unexpected(Throwable e) {
        return new AssertionError("a downcall to libc threw", e);
    }
}
