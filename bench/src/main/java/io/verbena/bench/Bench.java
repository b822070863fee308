package io.verbena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measures two NICs in two processes, and raw UDP between the same two processes in adjacent windows. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "RC WRITE bandwidth beside raw UDP with GSO and GRO, and the rate of small WRITEs.")
public final class Bench implements Callable<Integer> {
    private static final String WRITER = "127.88.100.1";
    private static final String TARGET = "127.88.100.2";
    private static final int MIB = 1 << 20;
    private static final int LARGE_OUTSTANDING = 4;
    private static final int SMALL_BYTES = 8;
    private static final int SMALL_OUTSTANDING = 64;
    private static final int QUEUE_PAIRS = 16;
    private static final int WARM_UP_WINDOWS = 8;
    private static final int RATE_WINDOWS = 9;

    @Option(names = "--pairs", defaultValue = "20", description = "pairs of windows, at least 1 (${DEFAULT-VALUE})")
    private int pairs;

    @Option(names = "--window", defaultValue = "400", description = "window in ms, at most 500 (${DEFAULT-VALUE})")
    private int windowMs;

    @Option(names = "--mr", defaultValue = "1", description = "memory region in MiB (${DEFAULT-VALUE})")
    private int mrMib;

    @Option(names = "--pin", description = "keep each process on a core of its own, by taskset")
    private boolean pin;

    @Option(names = "--json", description = "write the figures to this file")
    private @Nullable Path json;

    @Option(names = "--jvm", description = "an option for the two JVMs that work, e.g. a profiler's")
    private List<String> jvmOptions = List.of();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (pairs < 1 || windowMs < 10 || windowMs > 500 || mrMib < 1 || mrMib > 1024) {
            System.err.println("--pairs is at least 1, --window 10 to 500 ms, --mr 1 to 1024 MiB");
            return CommandLine.ExitCode.USAGE;
        }
        try (PeerProcess target =
                        new PeerProcess("bench-b", TARGET, QUEUE_PAIRS, mrMib * MIB, pin ? 1 : -1, jvmOptions);
                PeerProcess writer =
                        new PeerProcess("bench-a", WRITER, QUEUE_PAIRS, mrMib * MIB, pin ? 0 : -1, jvmOptions)) {
            writer.ask("connect " + target.opened(), "connected");
            target.ask("connect " + writer.opened(), "connected");
            Figures figures = measure(writer, target);
            print(figures);
            if (json != null) {
                JsonMapper mapper = JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build();
                Files.writeString(json, mapper.writeValueAsString(figures));
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private Figures measure(PeerProcess writer, PeerProcess target) throws IOException {
        for (int i = 0; i < WARM_UP_WINDOWS; i++) {
            pair(writer, target, i);
        }
        List<Figures.Pair> measured = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            measured.add(pair(writer, target, i));
        }
        Map<String, Double> ratios = new LinkedHashMap<>();
        ratios.put("write1MiB_over_rawUdpGso", medianOf(measured, Figures.Pair::ratio));
        Map<String, Double> rates = new LinkedHashMap<>();
        rates.put("oneQp64Outstanding", rate(writer, 1));
        rates.put("sixteenQps64Outstanding", rate(writer, QUEUE_PAIRS));
        return new Figures(
                Figures.Machine.here(),
                ratios,
                rates,
                medianOf(measured, Figures.Pair::writeGbps),
                medianOf(measured, Figures.Pair::rawGbps),
                measured,
                Long.parseLong(writer.ask("retransmits", "retransmits")[0]));
    }

    /** Which of the two goes first alternates, so that a drift favours neither. */
    private Figures.Pair pair(PeerProcess writer, PeerProcess target, int number) throws IOException {
        if (number % 2 == 0) {
            double write = write(writer);
            return new Figures.Pair(write, raw(writer, target));
        }
        double raw = raw(writer, target);
        return new Figures.Pair(write(writer), raw);
    }

    private double write(PeerProcess writer) throws IOException {
        String[] completed = writer.ask("write " + MIB + " 1 " + LARGE_OUTSTANDING + " " + windowMs, "completed");
        return gbps(Long.parseLong(completed[0]) * MIB, Long.parseLong(completed[1]));
    }

    private double raw(PeerProcess writer, PeerProcess target) throws IOException {
        target.ask("rawreceive", "ready");
        writer.ask("rawsend " + windowMs, "moved");
        String[] moved = target.answer("moved");
        return gbps(Long.parseLong(moved[0]), Long.parseLong(moved[1]));
    }

    private double rate(PeerProcess writer, int queuePairs) throws IOException {
        List<Double> windows = new ArrayList<>();
        String command = "write " + SMALL_BYTES + " " + queuePairs + " " + SMALL_OUTSTANDING + " " + windowMs;
        for (int i = 0; i < WARM_UP_WINDOWS + RATE_WINDOWS; i++) {
            String[] completed = writer.ask(command, "completed");
            if (i >= WARM_UP_WINDOWS) {
                windows.add(Long.parseLong(completed[0]) * 1e3 / Long.parseLong(completed[1]));
            }
        }
        return Figures.median(windows);
    }

    private static double gbps(long bytes, long ns) {
        return ns == 0 ? 0 : bytes * 8.0 / ns;
    }

    private static double medianOf(List<Figures.Pair> pairs, ToDoubleFunction<Figures.Pair> figure) {
        return Figures.median(
                pairs.stream().map(pair -> figure.applyAsDouble(pair)).toList());
    }

    private static void print(Figures figures) {
        System.out.printf(
                Locale.ROOT,
                "%d cores, %s, %s%n",
                figures.machine().cores(),
                figures.machine().kernel(),
                figures.machine().jdk());
        row("WRITE 1 MiB, one QP", figures.write1MiBGbps(), "Gb/s");
        row("raw UDP with GSO and GRO", figures.rawUdpGsoGbps(), "Gb/s");
        figures.ratios()
                .forEach((name, ratio) ->
                        row(name, ratio, "of " + figures.pairs().size() + " pairs, median"));
        figures.writeRate8B().forEach((name, rate) -> row("WRITE 8 B, " + name, rate, "M/s"));
        row("retransmitted", figures.retransmits(), "packets");
    }

    private static void row(String name, double value, String unit) {
        System.out.printf(Locale.ROOT, "%-36s %9.2f %s%n", name, value, unit);
    }
}
