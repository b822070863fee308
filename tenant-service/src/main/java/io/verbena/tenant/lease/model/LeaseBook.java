package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Lineage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Port to the stored leases and to the ledger's lines that they are charged to. */
public interface LeaseBook {
    /**
     * Runs {@code work} in one transaction, which is durable when this returns. All other calls are made within.
     *
     * @throws RuntimeException when it was not committed; then nothing of it happened
     */
    <T> T atomically(Supplier<T> work);

    /** Names this ledger; another name means that what NICs were told before may be forgotten. */
    UUID epoch();

    /** A NIC's standing, locked until the transaction ends; {@link NicStanding#unknown} when it is new. */
    NicStanding lock(String nic);

    void save(NicStanding standing);

    /** The lines of a NIC's present incarnation. */
    List<LeaseLine> lines(String nic);

    void save(String nic, LeaseLine line);

    /** Forgets all lines of a NIC. */
    void deleteLines(String nic);

    /** A tenant and its ancestors. */
    Optional<Lineage> lineage(String tenant);

    /**
     * Reads the lines of these resources at each node of these lineages.
     *
     * @param lock whether to lock them until the transaction ends, each node before those below it
     */
    List<AccountLine> accounts(Map<Lineage, ? extends Collection<Resource>> wanted, boolean lock);

    /** Stores what is leased and unmet at a locked line. */
    void save(AccountLine line);
}
