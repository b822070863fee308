package io.verbena.bench;

import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param machine where
 * @param ratios medians of the ratios of adjacent windows
 * @param writeRate8B millions of messages a second, by load
 * @param write1MiBGbps payload, median
 * @param rawUdpGsoGbps UDP payload, median
 * @param pairs each pair of adjacent windows
 * @param retransmits packets that the writing NIC sent again in all of it
 */
record Figures(
        Machine machine,
        Map<String, Double> ratios,
        Map<String, Double> writeRate8B,
        double write1MiBGbps,
        double rawUdpGsoGbps,
        List<Pair> pairs,
        long retransmits) {
    /** @param kernel with its version */
    record Machine(int cores, String kernel, String jdk) {
        static Machine here() {
            return new Machine(
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("os.name") + " " + System.getProperty("os.version"),
                    System.getProperty("java.vm.name") + " " + Runtime.version());
        }
    }

    /** Two adjacent windows. */
    record Pair(double writeGbps, double rawGbps) {
        double ratio() {
            return writeGbps / rawGbps;
        }
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
