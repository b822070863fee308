package io.verbena.tenant.quota.persistence;

import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Lineage;
import io.verbena.tenant.quota.model.Lineages;
import io.verbena.tenant.tenant.NodeKind;
import io.verbena.tenant.tenant.NodeRef;
import io.verbena.tenant.tenant.NodeTree;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Accounts as the tree has them. */
@Component
class TreeLineages implements Lineages {
    private final NodeTree tree;

    TreeLineages(NodeTree tree) {
        this.tree = tree;
    }

    @Override
    public Optional<Lineage> holdTenant(String name) {
        return tree.hold(NodeKind.TENANT, name).map(this::lineage);
    }

    @Override
    public Lineage ofNode(UUID tenantNodeId) {
        return lineage(tree.byId(tenantNodeId));
    }

    @Override
    public Optional<Account> tenant(String name) {
        return tree.find(NodeKind.TENANT, name).map(TreeLineages::account);
    }

    @Override
    public Optional<Account> project(String name) {
        return tree.find(NodeKind.PROJECT, name).map(TreeLineages::account);
    }

    @Override
    public Optional<Account> organisation(String name) {
        return tree.find(NodeKind.ORGANISATION, name).map(TreeLineages::account);
    }

    @Override
    public List<Account> all() {
        return tree.all().stream().map(TreeLineages::account).toList();
    }

    private Lineage lineage(NodeRef tenant) {
        return new Lineage(
                tree.lineage(tenant).stream().map(TreeLineages::account).toList(), tenant.suspended());
    }

    private static Account account(NodeRef node) {
        return new Account(
                node.id(),
                node.kind().noun() + "/" + node.name(),
                node.path(),
                node.kind() == NodeKind.TENANT ? node.name() : "");
    }
}
