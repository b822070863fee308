package io.verbena.nic.device.admin;

import io.verbena.contracts.exercise.ConnectRequest;
import io.verbena.contracts.exercise.EndpointRequest;
import io.verbena.contracts.exercise.FillRequest;
import io.verbena.contracts.exercise.MemoryRange;
import io.verbena.contracts.exercise.PollRequest;
import io.verbena.contracts.exercise.PostRequest;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.admin.Answer.Fault;
import io.verbena.nic.device.exercise.Exerciser;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with requests to the exerciser, each fault with its field. Pure. */
final class EndpointRequests {
    private static final long MAX_UNSIGNED_INT = 0xffff_ffffL;
    private static final long MAX_24_BITS = 0xff_ffff;
    private static final int MAX_COUNT = 7;
    private static final int MAX_CODE = 31;
    private static final int MIN_MTU = 256;
    private static final int MAX_MTU = 4096;

    private final List<Fault> faults = new ArrayList<>();

    private EndpointRequests() {}

    static List<Fault> check(EndpointRequest request) {
        return new EndpointRequests()
                .range("/memoryBytes", request.memoryBytes(), 1, Exerciser.MAX_MEMORY_BYTES)
                .range("/idleSeconds", request.idleSeconds(), 1, Exerciser.MAX_IDLE_SECONDS)
                .faults;
    }

    static List<Fault> check(ConnectRequest request) {
        EndpointRequests checks = new EndpointRequests()
                .range("/qpn", request.qpn(), 0, MAX_24_BITS)
                .range("/addr", request.addr(), 0, Long.MAX_VALUE)
                .range("/rkey", request.rkey(), 0, MAX_UNSIGNED_INT)
                .range("/pathMtu", request.pathMtu(), MIN_MTU, MAX_MTU)
                .range("/firstPsn", request.firstPsn(), 0, MAX_24_BITS)
                .range("/timeoutCode", request.timeoutCode(), 0, MAX_CODE)
                .range("/retryCount", request.retryCount(), 0, MAX_COUNT)
                .range("/rnrRetryCount", request.rnrRetryCount(), 0, MAX_COUNT)
                .range("/minRnrTimer", request.minRnrTimer(), 0, MAX_CODE);
        try {
            Gid.parse(request.gid());
        } catch (IllegalArgumentException e) {
            checks.faults.add(new Fault("/gid", String.valueOf(e.getMessage())));
        }
        return checks.faults;
    }

    /** @param memoryBytes of the endpoint */
    static List<Fault> check(PostRequest request, long memoryBytes) {
        return new EndpointRequests()
                .within(request.offset(), request.bytes(), memoryBytes)
                .range("/remoteOffset", request.remoteOffset(), 0, Exerciser.MAX_MEMORY_BYTES)
                .range("/immData", request.immData(), 0, MAX_UNSIGNED_INT)
                .range("/waitMillis", request.waitMillis(), 1, Exerciser.MAX_WAIT_MILLIS)
                .faults;
    }

    static List<Fault> check(MemoryRange range, long memoryBytes) {
        return new EndpointRequests().within(range.offset(), range.bytes(), memoryBytes).faults;
    }

    static List<Fault> check(FillRequest fill, long memoryBytes) {
        return new EndpointRequests().within(fill.offset(), fill.bytes(), memoryBytes).faults;
    }

    static List<Fault> check(PollRequest poll) {
        return new EndpointRequests().range("/waitMillis", poll.waitMillis(), 1, Exerciser.MAX_WAIT_MILLIS).faults;
    }

    private EndpointRequests within(long offset, long bytes, long memoryBytes) {
        range("/offset", offset, 0, memoryBytes);
        return range("/bytes", bytes, 0, memoryBytes - Math.clamp(offset, 0, memoryBytes));
    }

    private EndpointRequests range(String pointer, long value, long min, long max) {
        if (value < min || value > max) {
            faults.add(new Fault(pointer, "is " + min + " to " + max + ", not " + value));
        }
        return this;
    }
}
