package io.verbena.standalone.demo;

import io.verbena.nic.verbs.RecvWr;
import io.verbena.nic.verbs.SendWr;
import io.verbena.nic.verbs.WorkCompletion;
import io.verbena.standalone.demo.Summary.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * Two connected endpoints, and messages from one to the other. Each payload is drawn from a seed; its checksum is taken
 * where it starts and again where it arrives, where nothing behind it may have changed.
 */
final class Connection implements AutoCloseable {
    private static final byte UNTOUCHED = 0x5a;
    /** Close to the end of the 24-bit circle, so that the demo passes it. */
    private static final int FIRST_PSN = 0xfffff0;

    private final Endpoint requester;
    private final Endpoint responder;
    private final SplittableRandom random;
    private final SendWr send = new SendWr();
    private final RecvWr receive = new RecvWr();

    /** Connects the two; {@code timeoutCode} as in {@link Endpoint#connect}. */
    Connection(Endpoint requester, Endpoint responder, int timeoutCode, long seed) {
        this.requester = requester;
        this.responder = responder;
        this.random = new SplittableRandom(seed);
        requester.connect(responder, FIRST_PSN, timeoutCode);
        responder.connect(requester, FIRST_PSN, timeoutCode);
    }

    Endpoint requester() {
        return requester;
    }

    Endpoint responder() {
        return responder;
    }

    /** Moves one payload and checks it. */
    Transfer transfer(Operation operation, int bytes) throws ScenarioFailure {
        Endpoint source = operation.pulls() ? responder : requester;
        Endpoint sink = operation.pulls() ? requester : responder;
        int checksum = draw(source, bytes);
        sink.memory().asSlice(0, bytes + Endpoint.GUARD_BYTES).fill(UNTOUCHED);
        String what = operation + " of " + bytes + " bytes";

        receive.clear();
        send.clear().opcode(operation.opcode()).signaled().immData(checksum).remote(responder.addr(), responder.rkey());
        if (bytes > 0) {
            receive.sge(responder.addr(), bytes, responder.lkey());
            send.sge(requester.addr(), bytes, requester.lkey());
        }
        if (operation.receives()) {
            responder.qp().postRecv(receive);
        }
        long startNs = System.nanoTime();
        requester.qp().postSend(send);
        requester.await(what);
        long tookNs = Math.max(1, System.nanoTime() - startNs);
        boolean announced = !operation.receives() || announced(operation, responder.await(what), bytes, checksum);

        boolean verified = announced && arrived(sink, bytes, checksum);
        return new Transfer(
                operation.name(),
                bytes,
                verified,
                Math.round(bytes * 8e3 / tookNs) / 1e3,
                source.vf().id(),
                sink.vf().id());
    }

    /** What the responder's completion says is what the requester sent. */
    private static boolean announced(Operation operation, WorkCompletion completion, int bytes, int checksum) {
        boolean immediate =
                operation != Operation.WRITE_WITH_IMM || completion.hasImmediate() && completion.immData() == checksum;
        return completion.byteLen() == bytes && immediate;
    }

    private int draw(Endpoint source, int bytes) {
        byte[] drawn = new byte[bytes];
        random.nextBytes(drawn);
        MemorySegment.copy(drawn, 0, source.memory(), ValueLayout.JAVA_BYTE, 0, bytes);
        return checksum(source.memory().asSlice(0, bytes));
    }

    private static boolean arrived(Endpoint sink, int bytes, int checksum) {
        MemorySegment guard = sink.memory().asSlice(bytes, Endpoint.GUARD_BYTES);
        for (long at = 0; at < guard.byteSize(); at++) {
            if (guard.get(ValueLayout.JAVA_BYTE, at) != UNTOUCHED) {
                return false;
            }
        }
        return checksum(sink.memory().asSlice(0, bytes)) == checksum;
    }

    private static int checksum(MemorySegment payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload.asByteBuffer());
        return (int) crc.getValue();
    }

    @Override
    public void close() {
        requester.close();
        responder.close();
    }
}
