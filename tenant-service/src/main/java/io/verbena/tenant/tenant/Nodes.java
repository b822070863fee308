package io.verbena.tenant.tenant;

import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/** The stored tree. */
interface Nodes extends JpaRepository<Node, UUID> {
    Optional<Node> findByKindAndName(NodeKind kind, String name);

    /** Keeps the node from being deleted until the transaction ends, and disturbs nobody else: what a foreign key takes. */
    @Query(value = "SELECT * FROM node WHERE kind = :kind AND name = :name FOR KEY SHARE", nativeQuery = true)
    Optional<Node> holdByKindAndName(String kind, String name);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("SELECT n FROM Node n WHERE n.kind = :kind AND n.name = :name")
    Optional<Node> lockByKindAndName(NodeKind kind, String name);

    List<Node> findByPathIn(Collection<String> paths);

    List<Node> findByKindAndNameGreaterThanOrderByName(NodeKind kind, String after, Limit limit);

    boolean existsByParentId(UUID parentId);
}
