package io.verbena.standalone.demo;

import io.verbena.contracts.exercise.CompletionReport;
import io.verbena.contracts.exercise.MemoryReport;
import io.verbena.standalone.demo.Summary.Transfer;
import java.util.SplittableRandom;

/**
 * Two connected endpoints, and messages from one to the other. Each payload is drawn from a seed; its checksum is taken
 * where it starts and again where it arrives, where nothing behind it may have changed.
 */
final class Connection {
    /** Close to the end of the 24-bit circle, so that the demo passes it. */
    private static final int FIRST_PSN = 0xfffff0;

    private final Endpoint requester;
    private final Endpoint responder;
    private final SplittableRandom seeds;

    private Connection(Endpoint requester, Endpoint responder, long seed) {
        this.requester = requester;
        this.responder = responder;
        this.seeds = new SplittableRandom(seed);
    }

    /** Connects the two; {@code timeoutCode} as in {@link Endpoint#connect}. */
    static Connection of(Endpoint requester, Endpoint responder, int timeoutCode, long seed) throws ApiFailure {
        requester.connect(responder, FIRST_PSN, timeoutCode);
        responder.connect(requester, FIRST_PSN, timeoutCode);
        return new Connection(requester, responder, seed);
    }

    Endpoint requester() {
        return requester;
    }

    /** Moves one payload and checks it. */
    Transfer transfer(Operation operation, int bytes) throws ApiFailure, ScenarioFailure {
        Endpoint source = operation.pulls() ? responder : requester;
        Endpoint sink = operation.pulls() ? requester : responder;
        long checksum = source.fill(bytes, seeds.nextLong()).crc32c();
        // Something else, so that what arrives has to be written, and a guard behind it.
        sink.fill(bytes, seeds.nextLong());

        if (operation.receives()) {
            responder.receive(bytes);
        }
        CompletionReport completion = requester.post(operation, bytes, checksum);
        boolean announced = !operation.receives() || announced(operation, responder.poll(), bytes, checksum);

        MemoryReport arrived = sink.check(bytes);
        return new Transfer(
                operation.name(),
                bytes,
                announced && arrived.guardUntouched() && arrived.crc32c() == checksum,
                Math.round(bytes * 8e3 / completion.tookNs()) / 1e3,
                source.vf().id(),
                sink.vf().id());
    }

    /** What the responder's completion says is what the requester sent. */
    private static boolean announced(Operation operation, CompletionReport completion, int bytes, long checksum) {
        Long immData = completion.immData();
        boolean immediate = operation != Operation.WRITE_WITH_IMM || immData != null && immData == checksum;
        return completion.bytes() == bytes && immediate;
    }

    void close() throws ApiFailure {
        requester.close();
        responder.close();
    }
}
