package io.verbena.tenant.quota.application;

import io.verbena.contracts.Resource;
import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.Outbox;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Accounts;
import io.verbena.tenant.quota.model.Limits;
import io.verbena.tenant.quota.model.LimitsChange;
import io.verbena.tenant.quota.model.Lineages;
import io.verbena.tenant.quota.model.NodeQuota;
import io.verbena.tenant.quota.model.Reservation;
import io.verbena.tenant.quota.model.Reservations;
import io.verbena.tenant.tenant.NodeDependent;
import io.verbena.tenant.tenant.NodeKind;
import io.verbena.tenant.tenant.NodeRef;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Quotas as they are set and read. They come and go with their nodes. */
@Service
@Transactional
public class Quotas implements NodeDependent {
    private static final String OBJECT_TYPE = "quota";

    private final Lineages lineages;
    private final Accounts accounts;
    private final Reservations reservations;
    private final Outbox outbox;

    Quotas(Lineages lineages, Accounts accounts, Reservations reservations, Outbox outbox) {
        this.lineages = lineages;
        this.accounts = accounts;
        this.reservations = reservations;
        this.outbox = outbox;
    }

    @Transactional(readOnly = true)
    public Optional<NodeQuota> ofTenant(String tenant) {
        return lineages.tenant(tenant).map(accounts::quota);
    }

    @Transactional(readOnly = true)
    public Optional<NodeQuota> ofProject(String project) {
        return lineages.project(project).map(accounts::quota);
    }

    @Transactional(readOnly = true)
    public Optional<NodeQuota> ofOrganisation(String organisation) {
        return lineages.organisation(organisation).map(accounts::quota);
    }

    /**
     * Sets the limits of the node, unless their generation is no longer {@code quota}'s. What is charged stays, even above
     * them.
     *
     * @param tenantDefaults what tenants made below start with, null to say nothing
     * @param changedBy client id
     * @return the quota as it is now; empty when somebody else was first
     */
    public Optional<NodeQuota> setLimits(
            NodeQuota quota, Limits limits, @Nullable Limits tenantDefaults, String changedBy) {
        if (!accounts.setLimits(quota.account(), quota.generation(), limits, tenantDefaults, changedBy)) {
            return Optional.empty();
        }
        NodeQuota now = accounts.quota(quota.account());
        append(now, ChangeType.MODIFIED);
        return Optional.of(now);
    }

    /** Changes of a node's limits, the newest first. */
    @Transactional(readOnly = true)
    public List<LimitsChange> changes(Account node, @Nullable Long before, int limit) {
        return accounts.changes(node, before, limit);
    }

    /** What a tenant holds now, by operation id. */
    @Transactional(readOnly = true)
    public List<Reservation> live(Account tenant, @Nullable UUID after, int limit) {
        return reservations.live(tenant.nodeId(), after, limit);
    }

    @Override
    public void onCreated(NodeRef node) {
        accounts.open(node.id(), node.kind() == NodeKind.TENANT ? defaults(node) : Limits.NONE);
        append(quotaOf(node), ChangeType.ADDED);
    }

    /** Of the nearest ancestor that says what its tenants start with. */
    private Limits defaults(NodeRef tenant) {
        List<Account> rootToLeaf =
                lineages.holdTenant(tenant.name()).orElseThrow().rootToLeaf();
        return rootToLeaf.subList(0, rootToLeaf.size() - 1).reversed().stream()
                .map(ancestor -> accounts.quota(ancestor).tenantDefaults())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(Limits.ZERO);
    }

    @Override
    public Optional<String> onDelete(NodeRef node) {
        if (accounts.inUse(node.id())) {
            return Optional.of("resources are reserved or used there");
        }
        NodeQuota last = quotaOf(node);
        append(
                new NodeQuota(last.account(), last.generation() + 1, last.lines(), last.tenantDefaults()),
                ChangeType.DELETED);
        return Optional.empty();
    }

    private NodeQuota quotaOf(NodeRef node) {
        Optional<Account> account = switch (node.kind()) {
            case TENANT -> lineages.tenant(node.name());
            case PROJECT -> lineages.project(node.name());
            case ORGANISATION -> lineages.organisation(node.name());
        };
        return accounts.quota(account.orElseThrow());
    }

    private void append(NodeQuota quota, ChangeType type) {
        Account account = quota.account();
        outbox.append(
                OBJECT_TYPE,
                account.scope(),
                quota.generation(),
                account.path(),
                type,
                new LimitsMessage(quota.limits()));
    }

    /** Body of a quota's entries in the change log: only what is set, as what is used changes with each reservation. */
    record LimitsMessage(Map<Resource, Long> limits) {}
}
