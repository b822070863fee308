package io.verbena.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which metrics there are: from a scrape, and from the tables of {@code docs/metrics.md}, both as name and type to the names
 * of the labels, so that a test can compare them.
 */
public final class MetricsTable {
    private static final Pattern SERIES = Pattern.compile("^(vnic_\\w+)\\{(.*)} \\S+$", Pattern.MULTILINE);
    private static final Pattern TYPE = Pattern.compile("^# TYPE (vnic_\\w+) (\\w+)$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"[^\"]*\"");
    private static final Pattern ROW =
            Pattern.compile("^\\| `(vnic_\\w+)` \\| (counter|gauge|histogram) \\| ([a-z_, ]+) \\|", Pattern.MULTILINE);
    private static final Pattern OF_HISTOGRAM = Pattern.compile("_(bucket|count|sum)$");

    private MetricsTable() {}

    /** Of our metrics those that a scrape has. */
    public static Map<String, Set<String>> exposed(String scrape) {
        Map<String, String> types =
                TYPE.matcher(scrape).results().collect(Collectors.toMap(type -> type.group(1), type -> type.group(2)));
        var table = new TreeMap<String, Set<String>>();
        SERIES.matcher(scrape).results().forEach(series -> {
            String name = series.group(1);
            String family =
                    types.containsKey(name) ? name : OF_HISTOGRAM.matcher(name).replaceFirst("");
            Set<String> labels = table.computeIfAbsent(family + " " + types.get(family), unused -> new TreeSet<>());
            LABEL.matcher(series.group(2)).results().forEach(label -> labels.add(label.group(1)));
        });
        return table;
    }

    /** What the sections of a document whose headings begin so promise. */
    public static Map<String, Set<String>> documented(Path document, String... headings) {
        String text;
        try {
            text = Files.readString(document);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + document, e);
        }
        var table = new TreeMap<String, Set<String>>();
        for (String section : text.split("(?m)^## ")) {
            if (Arrays.stream(headings).anyMatch(section::startsWith)) {
                ROW.matcher(section)
                        .results()
                        .forEach(row -> table.put(
                                row.group(1) + " " + row.group(2),
                                new TreeSet<>(Arrays.asList(row.group(3).split(", ")))));
            }
        }
        return table;
    }
}
