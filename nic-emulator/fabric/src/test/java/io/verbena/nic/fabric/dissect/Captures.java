package io.verbena.nic.fabric.dissect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The captures of the test resources, and capture files made up from frames. */
final class Captures {
    record Frame(long number, int linkType, byte[] bytes) {
        ByteBuffer buffer() {
            return ByteBuffer.wrap(bytes);
        }
    }

    private Captures() {}

    static Path folder() {
        try {
            return Path.of(Captures.class.getResource("/vectors").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static Path named(String name) {
        return folder().resolve(name + ".pcap");
    }

    static List<Path> all() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".pcap"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String nameOf(Path capture) {
        return capture.getFileName().toString().replace(".pcap", "");
    }

    static List<Frame> frames(Path capture) {
        List<Frame> frames = new ArrayList<>();
        try (PcapReader reader = PcapReader.open(capture)) {
            while (reader.next()) {
                byte[] bytes = new byte[reader.bytes().remaining()];
                reader.bytes().get(bytes);
                frames.add(new Frame(frames.size() + 1, reader.linkType(), bytes));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return frames;
    }

    /** A pcap file of the frames, a millisecond apart. */
    static byte[] file(ByteOrder order, boolean nanoseconds, int linkType, List<byte[]> frames) {
        ByteBuffer file = ByteBuffer.allocate(
                        24 + frames.stream().mapToInt(f -> 16 + f.length).sum())
                .order(order);
        file.putInt(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4).putShort((short) 2).putShort((short) 4);
        file.putLong(0).putInt(262144).putInt(linkType);
        int millisecond = nanoseconds ? 1_000_000 : 1_000;
        for (int i = 0; i < frames.size(); i++) {
            byte[] frame = frames.get(i);
            file.putInt(1_700_000_000)
                    .putInt(i * millisecond)
                    .putInt(frame.length)
                    .putInt(frame.length);
            file.put(frame);
        }
        return file.array();
    }
}
