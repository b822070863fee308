package io.verbena.sriov.vf.model;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What happened to VFs, newest first. Bounded by age and count; nothing decides by it. */
public interface VfHistory {
    /**
     * One thing that happened, once or more often.
     *
     * @param actor the client that asked for it, or the service itself
     */
    record Entry(
            long id,
            UUID vf,
            String tenant,
            String name,
            Happening happening,
            String actor,
            long count,
            Instant firstSeen,
            Instant lastSeen) {}

    /** Where an entry is among all. */
    record Place(Instant lastSeen, long id) {}

    /** Writes it down in the current transaction; what the same actor did before is counted. */
    void record(VirtualFunction vf, Happening happening);

    /**
     * Entries behind {@code after}.
     *
     * @param tenant null: of all
     * @param vf id or name; null: of all
     */
    List<Entry> page(@Nullable String tenant, @Nullable String vf, @Nullable Place after, int limit);

    /** Removes what is too old or too much. */
    int trim();
}
