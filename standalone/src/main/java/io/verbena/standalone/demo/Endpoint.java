package io.verbena.standalone.demo;

import io.verbena.contracts.exercise.CompletionReport;
import io.verbena.contracts.exercise.ConnectRequest;
import io.verbena.contracts.exercise.EndpointReport;
import io.verbena.contracts.exercise.FillRequest;
import io.verbena.contracts.exercise.MemoryRange;
import io.verbena.contracts.exercise.MemoryReport;
import io.verbena.contracts.exercise.PollRequest;
import io.verbena.contracts.exercise.PostRequest;

/** One side of a connection, beside its NIC. */
final class Endpoint {
    /** The largest payload. */
    static final int MEMORY_BYTES = 8 << 20;

    private static final String SUCCESS = "SUCCESS";
    private static final long WAIT_MILLIS = 30_000;
    /** 0.64 ms (IBTA table 45): a receiver that is late is asked again after so long. */
    private static final int MIN_RNR_TIMER = 12;
    /** As often as the header allows; RNR retry 7 is for ever. */
    private static final int RETRIES = 7;

    private final Exerciser exerciser;
    private final VirtualFunction vf;
    private final EndpointReport made;

    Endpoint(Exerciser exerciser, VirtualFunction vf, EndpointReport made) {
        this.exerciser = exerciser;
        this.vf = vf;
        this.made = made;
    }

    VirtualFunction vf() {
        return vf;
    }

    /**
     * Makes this side ready to send to and to hear from a peer.
     *
     * @param firstPsn of either direction
     * @param timeoutCode a packet that is not acknowledged within 4.096 us x 2^code is sent again
     */
    void connect(Endpoint peer, int firstPsn, int timeoutCode) throws ApiFailure {
        EndpointReport to = peer.made;
        int mtu = Math.min(made.activeMtu(), to.activeMtu());
        ask(
                "connect",
                new ConnectRequest(
                        to.gid(),
                        to.qpn(),
                        to.addr(),
                        to.rkey(),
                        mtu,
                        firstPsn,
                        timeoutCode,
                        RETRIES,
                        RETRIES,
                        MIN_RNR_TIMER),
                EndpointReport.class);
    }

    /** Draws a payload from a seed, and renews the guard behind it. */
    MemoryReport fill(int bytes, long seed) throws ApiFailure {
        return ask("fill", new FillRequest(0, bytes, seed), MemoryReport.class);
    }

    MemoryReport check(int bytes) throws ApiFailure {
        return ask("check", new MemoryRange(0, bytes), MemoryReport.class);
    }

    void receive(int bytes) throws ApiFailure {
        ask("receive", new MemoryRange(0, bytes), MemoryRange.class);
    }

    /** The next receive's completion. */
    CompletionReport poll() throws ApiFailure, ScenarioFailure {
        return good("a receive", ask("poll", new PollRequest(WAIT_MILLIS), CompletionReport.class));
    }

    /** Posts, and waits for the completion. */
    CompletionReport post(Operation operation, int bytes, long immData) throws ApiFailure, ScenarioFailure {
        PostRequest request = new PostRequest(operation.posted(), 0, bytes, 0, immData, WAIT_MILLIS);
        return good(operation + " of " + bytes + " bytes", ask("post", request, CompletionReport.class));
    }

    /** One more queue pair, or a refusal when the VF has no more. */
    Reply newQueuePair() throws ApiFailure {
        return exerciser.ask("/" + made.id() + ":createQp");
    }

    private CompletionReport good(String what, CompletionReport completion) throws ScenarioFailure {
        if (!completion.status().equals(SUCCESS)) {
            throw new ScenarioFailure(what + " at " + vf.id() + " ended with " + completion.status());
        }
        return completion;
    }

    private <T> T ask(String verb, Object request, Class<T> answer) throws ApiFailure {
        return exerciser.ask("/" + made.id() + ":" + verb, request, answer);
    }

    /** Destroys all that was made with it. */
    void close() throws ApiFailure {
        exerciser.close(made.id());
    }
}
