package io.verbena.nic.fabric.dissect;

import io.verbena.nic.fabric.dissect.Dissection.Malformed;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import io.verbena.nic.fabric.dissect.Dissection.Skipped;
import java.io.IOException;
import java.nio.file.Path;

/** {@code verbena dissect FILE}: a line a RoCEv2 packet, then {@code packets N, bad M}. */
public final class DissectCommand {
    /** Every packet is readable and has the right ICRC. */
    public static final int ALL_RIGHT = 0;
    /** Some packet, or the file's end, is not. */
    public static final int SOME_BAD = 1;
    /** The file cannot be read as a capture at all. */
    public static final int UNREADABLE = 2;

    private final Appendable out;
    private final Dissector dissector = new Dissector();
    private final PacketLine line = new PacketLine();
    private long packets;
    private long bad;

    private DissectCommand(Appendable out) {
        this.out = out;
    }

    /**
     * Dissects a file.
     *
     * @return the exit status
     * @throws IOException when {@code out} takes no more
     */
    public static int run(Path file, Appendable out) throws IOException {
        PcapReader reader;
        try {
            reader = PcapReader.open(file);
        } catch (IOException e) {
            out.append("cannot dissect ")
                    .append(file.toString())
                    .append(": ")
                    .append(reason(e))
                    .append('\n');
            return UNREADABLE;
        }
        try (reader) {
            return new DissectCommand(out).run(reader);
        }
    }

    private static String reason(IOException e) {
        return e instanceof PcapFormatException format ? format.reason() : e.toString();
    }

    private int run(PcapReader reader) throws IOException {
        long startNs = 0;
        boolean started = false;
        while (next(reader)) {
            if (!started) {
                startNs = reader.timeNs();
                started = true;
            }
            report(reader.timeNs() - startNs, dissector.onFrame(reader.linkType(), reader.bytes()));
        }
        out.append("packets %d, bad %d\n".formatted(packets, bad));
        return bad == 0 ? ALL_RIGHT : SOME_BAD;
    }

    /** A file that breaks off has shown what it had: its end counts as one bad packet. */
    private boolean next(PcapReader reader) throws IOException {
        try {
            return reader.next();
        } catch (IOException e) {
            packets++;
            bad++;
            out.append("malformed: ").append(reason(e)).append('\n');
            return false;
        }
    }

    private void report(long sinceStartNs, Dissection dissection) throws IOException {
        switch (dissection) {
            case Skipped _ -> {}
            case Malformed malformed -> {
                packets++;
                bad++;
                out.append(line.of(sinceStartNs, malformed)).append('\n');
            }
            case RocePacket packet -> {
                packets++;
                bad += packet.icrcRight() ? 0 : 1;
                out.append(line.of(sinceStartNs, packet)).append('\n');
            }
        }
    }
}
