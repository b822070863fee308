package io.verbena.system;

import io.verbena.system.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run of {@code ./verbena demo --exit} and the files that it wrote. */
record DemoOutcome(Ended process, JsonNode summary, Path pcap) {
    /** Of the loopback; the demo takes the largest that the link carries. */
    static final int MTU = 4096;

    private static final String SUMMARY = "demo.json";
    private static final String PCAP = "demo.pcap";

    /**
     * Runs the demo.
     *
     * @param prefix what runs it, such as a namespace; empty for nothing
     * @param options beside those that write the files
     */
    static DemoOutcome run(Path folder, List<String> prefix, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("demo", "--exit", "--summary", SUMMARY, "--pcap", PCAP));
        arguments.addAll(List.of(options));
        List<String> command = new ArrayList<>(prefix);
        command.addAll(Command.verbena(folder, arguments.toArray(String[]::new)));
        Ended process = Command.run(command);
        Path summary = folder.resolve(SUMMARY);
        if (!Files.exists(summary)) {
            Path log = folder.resolve(".verbena/verbena.log");
            throw new AssertionError("the demo wrote no summary, and said:\n" + process.output()
                    + (Files.exists(log) ? "\nits log:\n" + Files.readString(log) : ""));
        }
        return new DemoOutcome(process, JsonMapper.shared().readTree(Files.readString(summary)), folder.resolve(PCAP));
    }

    List<JsonNode> list(String field) {
        return summary.path(field).valueStream().toList();
    }

    JsonNode vf(String id) {
        return list("vfs").stream()
                .filter(vf -> vf.path("id").asString().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no VF " + id + " in " + summary));
    }
}
