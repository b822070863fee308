package io.verbena.nic.fabric.dissect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapReaderTest {
    private static final List<byte[]> FRAMES = List.of(new byte[] {1, 2, 3}, new byte[0], new byte[] {4});

    @TempDir
    private Path folder;

    @Test
    void readsBothByteOrdersAndBothResolutions() throws IOException {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            for (boolean nanoseconds : new boolean[] {false, true}) {
                readsAll(write(Captures.file(order, nanoseconds, 101, FRAMES)));
            }
        }
    }

    @Test
    void readsGzip() throws IOException {
        Path file = folder.resolve("x.pcap.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(Captures.file(ByteOrder.LITTLE_ENDIAN, true, 101, FRAMES));
        }
        readsAll(file);
    }

    @Test
    void saysWhatIsNoCapture() throws IOException {
        assertThatThrownBy(() -> PcapReader.open(write(new byte[10]))).hasMessageContaining("only 10 bytes");
        assertThatThrownBy(() -> PcapReader.open(write("plain text, and some more of it".getBytes())))
                .hasMessageContaining("0x706c6169");
        byte[] pcapng = new byte[40];
        System.arraycopy(new byte[] {0x0a, 0x0d, 0x0d, 0x0a}, 0, pcapng, 0, 4);
        assertThatThrownBy(() -> PcapReader.open(write(pcapng))).hasMessageContaining("editcap");
    }

    @Test
    void everyCutOfAFileEndsInWordsAndStatusOne() throws IOException {
        byte[] whole = Captures.file(ByteOrder.LITTLE_ENDIAN, true, 101, FRAMES);
        List<Integer> betweenRecords = List.of(24, 24 + 19, 24 + 19 + 16, whole.length);
        for (int length = 24; length <= whole.length; length++) {
            StringBuilder out = new StringBuilder();
            int status = DissectCommand.run(write(Arrays.copyOf(whole, length)), out);
            if (betweenRecords.contains(length)) {
                assertThat(status).isEqualTo(DissectCommand.ALL_RIGHT);
                assertThat(out).hasToString("packets 0, bad 0\n");
            } else {
                assertThat(status).isEqualTo(DissectCommand.SOME_BAD);
                assertThat(out).startsWith("malformed: the file ends inside a record");
            }
        }
    }

    @Test
    void anAbsurdRecordLengthEndsTheFile() throws IOException {
        byte[] file = Captures.file(ByteOrder.LITTLE_ENDIAN, true, 1, FRAMES);
        Arrays.fill(file, 24 + 8, 24 + 12, (byte) 0xff);
        StringBuilder out = new StringBuilder();
        assertThat(DissectCommand.run(write(file), out)).isEqualTo(DissectCommand.SOME_BAD);
        assertThat(out).contains("a record claims 4294967295 bytes").endsWith("packets 1, bad 1\n");
    }

    @Test
    void aMissingFileIsUnreadable() throws IOException {
        StringBuilder out = new StringBuilder();
        assertThat(DissectCommand.run(folder.resolve("absent"), out)).isEqualTo(DissectCommand.UNREADABLE);
        assertThat(out).startsWith("cannot dissect ");
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("x.pcap"), bytes);
    }

    private static void readsAll(Path file) throws IOException {
        try (PcapReader reader = PcapReader.open(file)) {
            assertThat(reader.linkType()).isEqualTo(101);
            for (int i = 0; i < FRAMES.size(); i++) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.timeNs()).isEqualTo(1_700_000_000_000_000_000L + i * 1_000_000L);
                assertThat(reader.originalBytes()).isEqualTo(FRAMES.get(i).length);
                byte[] bytes = new byte[reader.bytes().remaining()];
                reader.bytes().get(bytes);
                assertThat(bytes).isEqualTo(FRAMES.get(i));
            }
            assertThat(reader.next()).isFalse();
        }
    }
}
