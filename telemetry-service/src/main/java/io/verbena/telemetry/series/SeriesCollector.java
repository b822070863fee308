package io.verbena.telemetry.series;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.verbena.contracts.Resource;
import io.verbena.telemetry.series.Families.Family;
import io.verbena.telemetry.series.Families.Source;
import io.verbena.telemetry.series.Samples.FunctionLabels;
import io.verbena.telemetry.series.Samples.FunctionSample;
import io.verbena.telemetry.series.Samples.NicSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Makes series of the samples at each scrape. A family without a sample is not there. */
final class SeriesCollector implements MultiCollector {
    private static final String PORT_DROP_PREFIX = "dropped_packets_";
    private static final String TRANSMIT_DROP_PREFIX = "transmit_" + PORT_DROP_PREFIX;

    private final Samples samples;

    SeriesCollector(Samples samples) {
        this.samples = samples;
    }

    @Override
    public MetricSnapshots collect() {
        List<FunctionSample> functions = samples.functions();
        List<NicSample> nics = samples.nics();
        var families = new ArrayList<MetricSnapshot>();
        for (Family family : Families.FUNCTION_COUNTERS) {
            families.add(counters(family.name(), family.help(), functions, (sample, points) -> {
                for (Source source : family.sources()) {
                    Long value = sample.function().counters().get(source.counter());
                    if (value != null) {
                        Labels labels = labelsOf(sample.labels());
                        String own = source.labelValue();
                        boolean labelled = family.label() != null && own != null;
                        points.add(point(labelled ? labels.add(family.label(), own) : labels, value));
                    }
                }
            }));
        }
        families.add(counters(
                Families.DROPPED_PACKETS,
                "Packets received and dropped",
                functions,
                (sample, points) -> sample.function()
                        .drops()
                        .forEach((reason, value) -> points.add(point(
                                labelsOf(sample.labels()).merge(Labels.of("direction", "rx", "reason", reason)),
                                value)))));
        families.addAll(gauges(functions));
        families.addAll(ofNics(nics));
        families.removeIf(family -> family.getDataPoints().isEmpty());
        return new MetricSnapshots(families);
    }

    private List<MetricSnapshot> gauges(List<FunctionSample> functions) {
        return List.of(
                gauge(
                        "vnic_vf_info",
                        "What a virtual function is; always 1",
                        functions,
                        (sample, points) -> points.add(new GaugeDataPointSnapshot(
                                1,
                                labelsOf(sample.labels())
                                        .merge(Labels.of(
                                                "nic", sample.nic(),
                                                "index",
                                                        Integer.toString(sample.function()
                                                                .index()),
                                                "vf_uid",
                                                        sample.function()
                                                                .vfUid()
                                                                .toString())),
                                null))),
                quota(
                        "vnic_quota_objects_limit",
                        "Objects a function may have",
                        functions,
                        false,
                        f -> f.function().limits()),
                quota(
                        "vnic_quota_objects_used",
                        "Objects a function has",
                        functions,
                        false,
                        f -> f.function().used()),
                quota(
                        "vnic_quota_limit_bytes",
                        "Bytes a function may register",
                        functions,
                        true,
                        f -> f.function().limits()),
                quota(
                        "vnic_quota_used_bytes",
                        "Bytes a function has registered",
                        functions,
                        true,
                        f -> f.function().used()));
    }

    private List<MetricSnapshot> ofNics(List<NicSample> nics) {
        return List.of(
                counters(
                        "vnic_pf_dropped_packets",
                        "Packets dropped that belong to no function",
                        nics,
                        (nic, points) -> nic.port().forEach((name, value) -> {
                            boolean transmit = name.startsWith(TRANSMIT_DROP_PREFIX);
                            if (transmit || name.startsWith(PORT_DROP_PREFIX)) {
                                String prefix = transmit ? TRANSMIT_DROP_PREFIX : PORT_DROP_PREFIX;
                                Labels cause = Labels.of(
                                        "direction", transmit ? "tx" : "rx", "reason", name.substring(prefix.length()));
                                points.add(point(labelsOf(nic).merge(cause), value));
                            }
                        })),
                gauge(
                        "vnic_nic_last_sample_timestamp_seconds",
                        "When the NIC sampled last, by its clock",
                        nics,
                        (nic, points) -> points.add(new GaugeDataPointSnapshot(
                                nic.sampledAt().toEpochMilli() / 1000.0, labelsOf(nic), null))));
    }

    private static MetricSnapshot quota(
            String name,
            String help,
            List<FunctionSample> functions,
            boolean bytes,
            Function<FunctionSample, Map<Resource, Long>> values) {
        return gauge(
                name,
                help,
                functions,
                (sample, points) -> values.apply(sample).forEach((resource, value) -> {
                    if ((resource == Resource.REGISTERED_BYTES) == bytes) {
                        Labels own = Labels.of(
                                "scope", "function", "resource", resource.name().toLowerCase(Locale.ROOT));
                        points.add(new GaugeDataPointSnapshot(
                                value, labelsOf(sample.labels()).merge(own), null));
                    }
                }));
    }

    private static <S> CounterSnapshot counters(
            String name, String help, List<S> samples, BiConsumer<S, List<CounterDataPointSnapshot>> points) {
        var all = new ArrayList<CounterDataPointSnapshot>();
        samples.forEach(sample -> points.accept(sample, all));
        var family = CounterSnapshot.builder().name(name).help(help);
        all.forEach(family::dataPoint);
        return family.build();
    }

    private static <S> GaugeSnapshot gauge(
            String name, String help, List<S> samples, BiConsumer<S, List<GaugeDataPointSnapshot>> points) {
        var all = new ArrayList<GaugeDataPointSnapshot>();
        samples.forEach(sample -> points.accept(sample, all));
        var family = GaugeSnapshot.builder().name(name).help(help);
        all.forEach(family::dataPoint);
        return family.build();
    }

    private static CounterDataPointSnapshot point(Labels labels, long value) {
        return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private static Labels labelsOf(FunctionLabels labels) {
        return Labels.of("host", labels.host(), "pf", labels.pf(), "vf", labels.vf(), "tenant", labels.tenant());
    }

    private static Labels labelsOf(NicSample nic) {
        return Labels.of("host", nic.host(), "pf", nic.nic() + "/0");
    }
}
