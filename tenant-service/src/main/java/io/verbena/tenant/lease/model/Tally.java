package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseReply.Shortage;
import io.verbena.tenant.quota.model.Lineage;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToLongFunction;

/** The accounts that one transaction is about, with what it has changed of them so far. */
final class Tally {
    private final Map<UUID, Map<Resource, AccountLine>> before = new HashMap<>();
    private final Map<UUID, Map<Resource, AccountLine>> now = new HashMap<>();

    Tally(List<AccountLine> accounts) {
        for (AccountLine line : accounts) {
            put(before, line);
            put(now, line);
        }
    }

    /** Adds to what is leased and unmet at each node of the lineage. */
    void charge(Lineage lineage, Resource resource, long leased, long unmet) {
        if (leased != 0 || unmet != 0) {
            for (AccountLine line : along(lineage, resource)) {
                put(now, line.changed(leased, unmet));
            }
        }
    }

    /** What every node of the lineage can give. */
    long free(Lineage lineage, Resource resource) {
        return Math.max(0, least(lineage, resource, AccountLine::free));
    }

    /** What a lease could be at most if all others were returned. */
    long ceiling(Lineage lineage, Resource resource) {
        return Math.max(0, least(lineage, resource, AccountLine::ceiling));
    }

    long headroom(Lineage lineage, Resource resource) {
        return least(lineage, resource, AccountLine::headroom);
    }

    /** The first node from the root that has nothing left. */
    Optional<Shortage> shortage(Lineage lineage, Resource resource) {
        if (lineage.suspended()) {
            AccountLine own = along(lineage, resource).getLast();
            return Optional.of(new Shortage(own.account().scope() + " (suspended)", 0, own.charged() + own.leased()));
        }
        return along(lineage, resource).stream()
                .filter(line -> line.free() <= 0)
                .findFirst()
                .map(line -> new Shortage(line.account().scope(), line.limit(), line.charged() + line.leased()));
    }

    List<AccountLine> changes() {
        return now.entrySet().stream()
                .flatMap(node -> node.getValue().values().stream()
                        .filter(line -> !line.equals(of(before, node.getKey(), line.resource()))))
                .toList();
    }

    private long least(Lineage lineage, Resource resource, ToLongFunction<AccountLine> number) {
        return lineage.suspended()
                ? 0
                : along(lineage, resource).stream().mapToLong(number).min().orElse(0);
    }

    private List<AccountLine> along(Lineage lineage, Resource resource) {
        return lineage.rootToLeaf().stream()
                .map(account -> of(now, account.nodeId(), resource))
                .toList();
    }

    private static AccountLine of(Map<UUID, Map<Resource, AccountLine>> lines, UUID node, Resource resource) {
        AccountLine line = lines.getOrDefault(node, Map.of()).get(resource);
        if (line == null) {
            throw new IllegalStateException("node " + node + " has no line for " + resource);
        }
        return line;
    }

    private static void put(Map<UUID, Map<Resource, AccountLine>> lines, AccountLine line) {
        lines.computeIfAbsent(line.account().nodeId(), fresh -> new EnumMap<>(Resource.class))
                .put(line.resource(), line);
    }
}
