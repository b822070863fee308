package io.verbena.tenant.tenant;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.Outbox;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Caller;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The tree: other features read it here, this one's controllers change it. */
@Service
@Transactional(readOnly = true)
public class NodeTree {
    private final Nodes nodes;
    private final Outbox outbox;
    private final ObjectProvider<NodeDependent> dependents;

    /** @param dependents asked for when they are needed, as they read the tree themselves */
    NodeTree(Nodes nodes, Outbox outbox, ObjectProvider<NodeDependent> dependents) {
        this.nodes = nodes;
        this.outbox = outbox;
        this.dependents = dependents;
    }

    public Optional<NodeRef> find(NodeKind kind, String name) {
        return nodes.findByKindAndName(kind, name).map(Node::ref);
    }

    /** Finds it and keeps it from being deleted until the caller's transaction ends. */
    @Transactional
    public Optional<NodeRef> hold(NodeKind kind, String name) {
        return nodes.holdByKindAndName(kind.name(), name).map(Node::ref);
    }

    public NodeRef byId(UUID id) {
        return nodes.findById(id)
                .map(Node::ref)
                .orElseThrow(() -> new IllegalStateException("node " + id + " is referred to and not there"));
    }

    /** The node's ancestors from the root and the node itself. */
    public List<NodeRef> lineage(NodeRef node) {
        var paths = new ArrayList<String>();
        for (int slash = node.path().indexOf('/');
                slash >= 0;
                slash = node.path().indexOf('/', slash + 1)) {
            paths.add(node.path().substring(0, slash));
        }
        paths.add(node.path());
        List<NodeRef> lineage = nodes.findByPathIn(paths).stream()
                .map(Node::ref)
                .sorted(Comparator.comparingInt(ancestor -> ancestor.path().length()))
                .toList();
        if (lineage.size() != paths.size()) {
            throw new IllegalStateException("the tree has a gap above " + node.path() + ": " + lineage);
        }
        return lineage;
    }

    /** Every node, for metrics. */
    public List<NodeRef> all() {
        return nodes.findAll().stream().map(Node::ref).toList();
    }

    /** @throws ProblemException 404 */
    Node read(NodeKind kind, String name) {
        return nodes.findByKindAndName(kind, name).orElseThrow(() -> missing(kind, name));
    }

    List<Node> list(NodeKind kind, @Nullable String after, int limit) {
        return nodes.findByKindAndNameGreaterThanOrderByName(kind, after == null ? "" : after, Limit.of(limit));
    }

    /** @throws ProblemException 409 when the name is taken */
    @Transactional
    Node createOrganisation(String name) {
        return created(Node.organisation(name, now()));
    }

    /** @throws ProblemException 409 when the name is taken, 422 when there is no such organisation */
    @Transactional
    Node createProject(String name, String organisation) {
        return created(Node.project(name, parent(NodeKind.ORGANISATION, organisation), now()));
    }

    /**
     * @param project null: right in the organisation
     * @throws ProblemException 409 when the name is taken, 422 when there is no such organisation or project of it
     */
    @Transactional
    Node createTenant(String name, String organisation, @Nullable String project) {
        NodeRef parent = parent(NodeKind.ORGANISATION, organisation);
        if (project != null) {
            NodeRef between = parent(NodeKind.PROJECT, project);
            if (!between.path().equals(parent.path() + "/" + project)) {
                throw noParent(NodeKind.PROJECT, project, " of organisation " + organisation);
            }
            parent = between;
        }
        return created(Node.tenant(name, parent, now()));
    }

    private NodeRef parent(NodeKind kind, String name) {
        return hold(kind, name).orElseThrow(() -> noParent(kind, name, ""));
    }

    private static ProblemException noParent(NodeKind kind, String name, String where) {
        return new ProblemException(
                ProblemType.UNPROCESSABLE,
                "There is no " + kind.noun() + " " + name + where + " to create it in.",
                Map.of(kind.noun(), name));
    }

    /**
     * Suspends a tenant or lets it go on; what it is already stays as it is, with the first reason.
     *
     * @param reason null to let it go on
     * @throws ProblemException 404
     */
    @Transactional
    Node suspend(String tenant, @Nullable String reason) {
        Node node =
                nodes.lockByKindAndName(NodeKind.TENANT, tenant).orElseThrow(() -> missing(NodeKind.TENANT, tenant));
        if (node.ref().suspended() != (reason != null)) {
            node.suspend(reason);
            nodes.flush();
            append(node, node.generation(), ChangeType.MODIFIED);
        }
        return node;
    }

    /**
     * Deletes a node that nothing depends on.
     *
     * @param precondition throws if the locked node is not the version that was meant
     * @throws ProblemException 404, or 409 saying what is in the way
     */
    @Transactional
    void delete(NodeKind kind, String name, Consumer<Node> precondition) {
        Node node = nodes.lockByKindAndName(kind, name).orElseThrow(() -> missing(kind, name));
        precondition.accept(node);
        NodeRef ref = node.ref();
        if (nodes.existsByParentId(ref.id())) {
            throw inTheWay(ref, "it has projects or tenants");
        }
        dependents
                .orderedStream()
                .forEach(dependent -> dependent.onDelete(ref).ifPresent(reason -> {
                    throw inTheWay(ref, reason);
                }));
        nodes.delete(node);
        nodes.flush();
        append(node, node.generation() + 1, ChangeType.DELETED);
    }

    private Node created(Node fresh) {
        Node node;
        try {
            node = nodes.saveAndFlush(fresh);
        } catch (DataIntegrityViolationException e) {
            // Its parent is held and its name was checked: only the unique name can be in the way, or the path:
            // a project and a tenant of one organisation cannot share one.
            throw new ProblemException(ProblemType.ALREADY_EXISTS, "The name " + fresh.name() + " is taken.");
        }
        append(node, node.generation(), ChangeType.ADDED);
        NodeRef ref = node.ref();
        dependents.orderedStream().forEach(dependent -> dependent.onCreated(ref));
        return node;
    }

    private void append(Node node, long version, ChangeType type) {
        NodeRef ref = node.ref();
        Object body = switch (ref.kind()) {
            case ORGANISATION -> Organisation.of(node);
            case PROJECT -> Project.of(node);
            case TENANT -> Tenant.of(node);
        };
        outbox.append(ref.kind().noun(), ref.name(), version, ref.path(), type, body);
    }

    /** As exact as PostgreSQL keeps it, so that what is answered first is what is read later. */
    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    private static ProblemException missing(NodeKind kind, String name) {
        return Caller.notFound(kind.noun() + " " + name);
    }

    private static ProblemException inTheWay(NodeRef node, String reason) {
        return new ProblemException(
                ProblemType.FAILED_PRECONDITION,
                "The " + node.kind().noun() + " " + node.name() + " cannot be deleted: " + reason + ".");
    }
}
