package io.verbena.sriov.vf.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All virtual functions that exist. Each change is written to the change log in the transaction that makes it. */
public interface VirtualFunctions {
    Optional<VirtualFunction> find(UUID uid);

    /** By id or name. */
    Optional<VirtualFunction> find(String tenant, String idOrName);

    /** By id or name, locked for the current transaction. */
    Optional<VirtualFunction> lock(String tenant, String idOrName);

    /** Those that have all these labels, in the order of their ids, after {@code afterUid}. */
    List<VirtualFunction> page(String tenant, Map<String, String> labels, @Nullable UUID afterUid, int limit);

    /** All that sit in a slot of that NIC. */
    List<VirtualFunction> on(String nic);

    /** Hosts where another VF of the tenant has all these labels. */
    Set<String> hostsWith(String tenant, Map<String, String> labels, UUID butFor);

    /** VFs whose holder's lease is over, on the database's clock. */
    List<UUID> expiredLeases(int limit);

    /** The one clock that leases are measured by. */
    Instant databaseNow();

    /** All there are; for metrics. */
    List<VirtualFunction> all();

    /** False when the tenant has one of that name. */
    boolean add(VirtualFunction vf);

    /**
     * Locks the row, applies the change, writes what differs with the next version. Empty when it does not exist.
     * An unchanged value costs nothing and is logged nowhere.
     */
    Optional<VirtualFunction> update(UUID uid, UnaryOperator<VirtualFunction> change);

    /** Forgets it: the tombstone is the DELETED entry in the change log. */
    void remove(UUID uid);
}
