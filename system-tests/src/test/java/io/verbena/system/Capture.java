package io.verbena.system;

import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.OpCode.Operation;
import io.verbena.nic.fabric.dissect.Dissection;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import io.verbena.nic.fabric.dissect.Dissector;
import io.verbena.nic.fabric.dissect.PcapReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The RoCEv2 packets of a capture, and those that are none although they claim to be. */
record Capture(List<RocePacket> packets, List<Dissection> malformed) {
    static Capture read(Path file) throws IOException {
        Dissector dissector = new Dissector();
        List<RocePacket> packets = new ArrayList<>();
        List<Dissection> malformed = new ArrayList<>();
        try (PcapReader reader = PcapReader.open(file)) {
            while (reader.next()) {
                switch (dissector.onFrame(reader.linkType(), reader.bytes())) {
                    case RocePacket packet -> packets.add(packet);
                    case Dissection.Malformed wrong -> malformed.add(wrong);
                    case Dissection.Skipped _ -> {}
                }
            }
        }
        return new Capture(packets, malformed);
    }

    /** A message as the wire carried it: how many packets, without repeats, and the payload bytes of all of them. */
    record Message(int packets, int bytes) {}

    /** The messages of one kind from one address to another, in their order. */
    List<Message> messages(String source, String destination, Operation operation, boolean immediate) {
        List<Message> messages = new ArrayList<>();
        Message open = new Message(0, 0);
        Set<Integer> seen = new HashSet<>();
        for (RocePacket packet : packets) {
            OpCode opCode = packet.opCode();
            if (opCode.operation() != operation
                    || !packet.source().toString().equals(source)
                    || !packet.destination().toString().equals(destination)
                    || !seen.add(packet.psn())) {
                continue;
            }
            open = new Message(open.packets + 1, open.bytes + packet.payloadBytes());
            if (opCode.isEnd()) {
                if ((opCode.offsetOf(Header.IMM_DT) >= 0) == immediate) {
                    messages.add(open);
                }
                open = new Message(0, 0);
            }
        }
        return messages;
    }
}
