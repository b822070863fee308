package io.verbena.tenant.quota.application;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Accounts;
import io.verbena.tenant.quota.model.Line;
import io.verbena.tenant.quota.model.Lineages;
import io.verbena.tenant.quota.model.NodeLine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The ledger as gauges: {@code vnic_quota_objects_{limit,used,reserved,leased}} for what is counted and {@code
 * vnic_quota_{limit,used,reserved,leased}_bytes} for registered memory, as one family has one unit. A line without a limit has no
 * limit series. {@code vnic_quota_over_limit} is 1 where more is charged than the limit now allows. Four series for each
 * node and resource; every replica publishes the same ones.
 */
@Component
class QuotaSeries {
    private final Accounts accounts;
    private final Lineages lineages;
    private final Denials denials;
    private final MultiGauge overLimit;
    private final Map<Column, MultiGauge> objects = new EnumMap<>(Column.class);
    private final Map<Column, MultiGauge> bytes = new EnumMap<>(Column.class);

    QuotaSeries(Accounts accounts, Lineages lineages, Denials denials, MeterRegistry registry) {
        this.accounts = accounts;
        this.lineages = lineages;
        this.denials = denials;
        this.overLimit = MultiGauge.builder("vnic.quota.over.limit")
                .description("Whether more is charged than the limit now allows")
                .register(registry);
        for (Column column : Column.values()) {
            objects.put(
                    column,
                    MultiGauge.builder("vnic.quota.objects." + column.metric)
                            .description("Objects " + column.meaning)
                            .register(registry));
            bytes.put(
                    column,
                    MultiGauge.builder("vnic.quota." + column.metric)
                            .description("Registered memory " + column.meaning)
                            .baseUnit("bytes")
                            .register(registry));
        }
    }

    /** As in label {@code resource}. */
    static String label(Resource resource) {
        return resource.name().toLowerCase(Locale.ROOT);
    }

    /** Reads the ledger anew. */
    void refresh() {
        Map<UUID, Account> byId =
                lineages.all().stream().collect(Collectors.toMap(Account::nodeId, account -> account));
        List<NodeLine> lines = accounts.all();
        for (Column column : Column.values()) {
            var objectRows = new ArrayList<Row<?>>();
            var byteRows = new ArrayList<Row<?>>();
            for (NodeLine nodeLine : lines) {
                Account account = byId.get(nodeLine.nodeId());
                Long value = column.value.apply(nodeLine.line());
                // A node made or deleted between the two reads is shown whole the next time.
                if (account != null && value != null) {
                    Resource resource = nodeLine.line().resource();
                    (resource == Resource.REGISTERED_BYTES ? byteRows : objectRows)
                            .add(Row.of(tags(account, resource), value));
                }
            }
            family(objects, column).register(objectRows, true);
            family(bytes, column).register(byteRows, true);
        }
        var overRows = new ArrayList<Row<?>>();
        for (NodeLine nodeLine : lines) {
            Account account = byId.get(nodeLine.nodeId());
            Line line = nodeLine.line();
            if (account != null && line.limit() != null) {
                overRows.add(Row.of(tags(account, line.resource()), line.overLimit() ? 1 : 0));
                if (account.isTenant()) {
                    denials.begin(account, line.resource());
                }
            }
        }
        overLimit.register(overRows, true);
    }

    private static Tags tags(Account account, Resource resource) {
        return Tags.of("tenant", account.tenant(), "scope", account.scope(), "resource", label(resource));
    }

    private static MultiGauge family(Map<Column, MultiGauge> families, Column column) {
        MultiGauge family = families.get(column);
        if (family == null) {
            throw new IllegalStateException("no gauge for " + column);
        }
        return family;
    }

    private enum Column {
        LIMIT("limit", "that the quota allows", Line::limit),
        USED("used", "that is committed", Line::used),
        RESERVED("reserved", "that is reserved and not yet committed", Line::reserved),
        LEASED("leased", "that NICs may use beyond guarantees", Line::leased);

        final String metric;
        final String meaning;
        final Function<Line, @Nullable Long> value;

        Column(String metric, String meaning, Function<Line, @Nullable Long> value) {
            this.metric = metric;
            this.meaning = meaning;
            this.value = value;
        }
    }
}
