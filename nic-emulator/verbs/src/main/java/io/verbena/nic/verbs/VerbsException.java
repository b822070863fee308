package io.verbena.nic.verbs;

import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.RefusalReason;
import io.verbena.nic.datapath.function.ResourceKind;
import org.jspecify.annotations.Nullable;

/** A verb that was refused, with the errno that ibverbs would give and, for a limit, what it was. */
public final class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String errno;
    private final @Nullable ResourceKind resource;
    private final @Nullable String scope;
    private final long limit;
    private final long used;
    private final long requested;

    VerbsException(String errno, String message) {
        this(errno, message, null, null, 0, 0, 0);
    }

    private VerbsException(
            String errno,
            String message,
            @Nullable ResourceKind resource,
            @Nullable String scope,
            long limit,
            long used,
            long requested) {
        super(errno + ": " + message);
        this.errno = errno;
        this.resource = resource;
        this.scope = scope;
        this.limit = limit;
        this.used = used;
        this.requested = requested;
    }

    static VerbsException of(String verb, AdminResult result) {
        return switch (result) {
            case AdminResult.LimitExceeded(
                    ResourceKind resource,
                    String scope,
                    long limit,
                    long used,
                    long requested) ->
                new VerbsException(
                        "ENOMEM",
                        verb + ": " + resource + " limit of the " + scope + " is " + limit + ", used " + used
                                + ", requested " + requested,
                        resource,
                        scope,
                        limit,
                        used,
                        requested);
            case AdminResult.QuotaExceeded(
                    ResourceKind resource,
                    String scope,
                    long limit,
                    long used,
                    long requested) ->
                new VerbsException(
                        "EDQUOT",
                        verb + ": " + resource + " quota of " + scope + " is " + limit + ", used " + used
                                + ", requested " + requested,
                        resource,
                        scope,
                        limit,
                        used,
                        requested);
            case AdminResult.LedgerUnreachable(ResourceKind resource, long requested) ->
                new VerbsException(
                        "EAGAIN",
                        verb + ": " + requested + " " + resource
                                + " beyond the guarantee, and the ledger does not answer",
                        resource,
                        "ledger",
                        0,
                        0,
                        requested);
            case AdminResult.Refused refused ->
                new VerbsException(errno(refused.reason()), verb + ": " + refused.detail());
            default -> throw new IllegalStateException(verb + " was answered with " + result);
        };
    }

    private static String errno(RefusalReason reason) {
        return switch (reason) {
            case INVALID_ARGUMENT, INVALID_STATE, INDEX_OUT_OF_RANGE -> "EINVAL";
            case NO_SUCH_OBJECT -> "ENOENT";
            case BUSY, ADDRESS_IN_USE -> "EBUSY";
            case NOT_CONFIGURED -> "ENODEV";
            case WRONG_BOOT, WRONG_OWNER, STALE_EPOCH, STALE_GENERATION, CONFLICT -> "ESTALE";
        };
    }

    /** Name of the errno, such as {@code ENOMEM}. */
    public String errno() {
        return errno;
    }

    /** What ran out, null when no limit refused. */
    public @Nullable ResourceKind resource() {
        return resource;
    }

    /**
     * Whose limit it was: {@code function}, {@code device}, an ancestor such as {@code tenant/blue}, or {@code ledger} when
     * nobody could be asked; null when no limit refused.
     */
    public @Nullable String scope() {
        return scope;
    }

    public long limit() {
        return limit;
    }

    public long used() {
        return used;
    }

    public long requested() {
        return requested;
    }
}
