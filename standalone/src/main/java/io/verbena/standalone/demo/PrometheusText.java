package io.verbena.standalone.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Samples of the Prometheus text format, as far as a client needs that looks for one series. */
public final class PrometheusText {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)(?: \\d+)?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private record Sample(String name, Map<String, String> labels, double value) {}

    private final List<Sample> samples = new ArrayList<>();

    /** Reads every sample of {@code text}; lines that are none are skipped. */
    public static PrometheusText parse(String text) {
        PrometheusText parsed = new PrometheusText();
        text.lines().filter(line -> !line.startsWith("#")).forEach(parsed::sample);
        return parsed;
    }

    /** The value of the one series of that name and label. */
    public Optional<Double> value(String name, String label, String labelValue) {
        return samples.stream()
                .filter(sample -> sample.name.equals(name) && labelValue.equals(sample.labels.get(label)))
                .map(Sample::value)
                .findFirst();
    }

    private void sample(String line) {
        Matcher matcher = SAMPLE.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        Map<String, String> labels = new HashMap<>();
        if (matcher.group(2) != null) {
            Matcher label = LABEL.matcher(matcher.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
        }
        samples.add(new Sample(matcher.group(1), labels, Double.parseDouble(number(matcher.group(3)))));
    }

    private static String number(String text) {
        return switch (text) {
            case "+Inf" -> "Infinity";
            case "-Inf" -> "-Infinity";
            default -> text;
        };
    }
}
