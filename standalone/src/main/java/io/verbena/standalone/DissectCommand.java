package io.verbena.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what is in a capture. */
@Command(
        name = "dissect",
        mixinStandardHelpOptions = true,
        description = "Print a line for each RoCEv2 packet of a capture, and how many of them are bad.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every packet is right", "1:some packet is bad", "2:the file is no capture"})
final class DissectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "Classic pcap, perhaps gzipped: Ethernet or raw IP.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        try (Writer out = new BufferedWriter(new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), UTF_8))) {
            return io.verbena.nic.fabric.dissect.DissectCommand.run(
                    Folders.detect().resolve(file), out);
        }
    }
}
