package io.verbena.tenant.tenant;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/** A row of the tree. Its place in the tree never changes, so its path is stored. */
@Entity
@Table(name = "node")
class Node {
    @Id
    @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
    private @Nullable UUID id;

    @Enumerated(EnumType.STRING)
    @Column(updatable = false)
    private NodeKind kind;

    @Column(updatable = false)
    private String name;

    @Column(updatable = false)
    private @Nullable UUID parentId;

    @Column(updatable = false)
    private String path;

    /** Only a tenant has a reason; null where it is not suspended. */
    private @Nullable String suspendedBecause;

    /** Hibernate counts from 0. */
    @Version
    private long version;

    @Column(updatable = false)
    private Instant createdAt;

    @SuppressWarnings("NullAway.Init")
    protected Node() {}

    private Node(NodeKind kind, String name, @Nullable UUID parentId, String path, Instant createdAt) {
        this.kind = kind;
        this.name = name;
        this.parentId = parentId;
        this.path = path;
        this.createdAt = createdAt;
    }

    static Node organisation(String name, Instant now) {
        return new Node(NodeKind.ORGANISATION, name, null, name, now);
    }

    static Node project(String name, NodeRef organisation, Instant now) {
        return below(organisation, NodeKind.PROJECT, name, now);
    }

    /** @param parent an organisation or a project */
    static Node tenant(String name, NodeRef parent, Instant now) {
        return below(parent, NodeKind.TENANT, name, now);
    }

    private static Node below(NodeRef parent, NodeKind kind, String name, Instant now) {
        return new Node(kind, name, parent.id(), parent.path() + "/" + name, now);
    }

    NodeRef ref() {
        if (id == null) {
            throw new IllegalStateException("node " + path + " is not stored yet");
        }
        return new NodeRef(id, kind, name, path, suspendedBecause != null);
    }

    /** @param reason null to resume */
    void suspend(@Nullable String reason) {
        suspendedBecause = reason;
    }

    @Nullable
    String suspendedBecause() {
        return suspendedBecause;
    }

    /** From 1. */
    long generation() {
        return version + 1;
    }

    String name() {
        return name;
    }

    /** Name of the organisation at the root. */
    String organisation() {
        int slash = path.indexOf('/');
        return slash < 0 ? path : path.substring(0, slash);
    }

    /** Name of the project that it is in; null where its parent is the organisation. */
    @Nullable
    String project() {
        int first = path.indexOf('/');
        int last = path.lastIndexOf('/');
        return first < last ? path.substring(first + 1, last) : null;
    }

    Instant createdAt() {
        return createdAt;
    }
}
