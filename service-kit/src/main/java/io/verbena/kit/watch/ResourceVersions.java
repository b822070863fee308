package io.verbena.kit.watch;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.changelog.ChangeLog;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.web.Page;
import io.verbena.kit.web.PageQuery;
import io.verbena.kit.web.SealedTokens;
import java.util.function.Function;
import org.springframework.transaction.support.TransactionTemplate;

/** Resource versions as clients have them, and lists that say theirs. */
final class ResourceVersions {
    private final String scope;
    private final SealedTokens tokens;
    private final ChangeLog log;
    private final TransactionTemplate snapshot;

    /** @param snapshot REPEATABLE READ, to read only */
    ResourceVersions(String service, SealedTokens tokens, ChangeLog log, TransactionTemplate snapshot) {
        this.scope = "change log of " + service;
        this.tokens = tokens;
        this.log = log;
        this.snapshot = snapshot;
    }

    String seal(ResourceVersion version) {
        return tokens.seal(scope, version.toString());
    }

    /**
     * The place that a client names.
     *
     * @throws ProblemException 410 when the log does not go on from there
     */
    ResourceVersion open(String token) {
        ResourceVersion version = tokens.open(scope, token)
                .flatMap(ResourceVersion::parse)
                .orElseThrow(() -> gone("This resource version is not of this service's log; list again."));
        ChangeLog.Head head = log.head();
        if (!version.logId().equals(head.logId()) || version.pos() > head.pos()) {
            throw gone("The log has begun anew since this resource version; list again.");
        }
        if (version.pos() < head.floor()) {
            throw gone("What came after this resource version is no longer kept; list again.");
        }
        return version;
    }

    /** The place where the log ends now. */
    ResourceVersion now() {
        ChangeLog.Head head = log.head();
        return new ResourceVersion(head.logId(), head.pos(), null);
    }

    /** Reads a list and its version in one snapshot. */
    <T> Page<T> list(PageQuery page, Function<PageQuery, Page<T>> list) {
        return snapshot.execute(status -> list.apply(page.at(seal(ResourceVersion.of(log.mark())))));
    }

    static ProblemException gone(String detail) {
        return new ProblemException(ProblemType.RESOURCE_VERSION_GONE, detail);
    }
}
