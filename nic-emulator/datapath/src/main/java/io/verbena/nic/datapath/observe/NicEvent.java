package io.verbena.nic.datapath.observe;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened and that somebody may want to know; counters tell how often.
 *
 * @param vfUid the function concerned, null for the device
 * @param detail names in snake_case, values as text
 */
public record NicEvent(Type type, @Nullable UUID vfUid, Map<String, String> detail) {
    /** Kinds of events; the name in lower case is the type on messages. */
    public enum Type {
        /** A verb was refused by a limit. */
        LIMIT_REFUSED,
        /** A queue pair went to ERR for a reason of its own. */
        QP_ERROR,
        /** A completion queue overran. */
        CQ_OVERRUN,
        /** A function was configured, reset or destroyed. */
        FUNCTION_CHANGED,
        /** A function command was refused because it was not current. */
        COMMAND_FENCED,
        /** A tenant's lease runs low: for the shell, which asks the ledger soon. */
        LEASE_LOW
    }

    public NicEvent {
        detail = Map.copyOf(detail);
    }
}
