package io.verbena.tenant.quota.web;

import io.verbena.contracts.change.ChangeMessage;
import io.verbena.contracts.change.ChangeType;
import io.verbena.contracts.quota.ReservationReply;
import io.verbena.kit.watch.WatchEvent;
import io.verbena.kit.watch.WatchedObjects;
import io.verbena.tenant.quota.model.Account;
import tools.jackson.databind.json.JsonMapper;

/** What of the change log those see who watch quotas. */
final class QuotaWatches {
    private static final JsonMapper JSON = JsonMapper.shared();

    private QuotaWatches() {}

    /** The log has a quota's spec; what is charged changes with each reservation, and is not in it. */
    static WatchedObjects limitsOf(Account account) {
        return WatchedObjects.all("quota")
                .only(account.scope())
                .shownAs(change -> new WatchEvent(change.type(), quota(change)));
    }

    private static String quota(ChangeMessage change) {
        return "{\"metadata\":{\"scope\":\"" + change.objectId() + "\",\"generation\":" + change.version()
                + "},\"spec\":" + change.body() + "}";
    }

    /** The list has what is held; a reservation that ends leaves it. */
    static WatchedObjects usageOf(String tenant) {
        return WatchedObjects.all("reservation")
                .ofTenant(tenant)
                .shownAs(change -> new WatchEvent(held(change) ? change.type() : ChangeType.DELETED, change.body()));
    }

    private static boolean held(ChangeMessage change) {
        return switch (JSON.readValue(change.body(), ReservationReply.class).state()) {
            case RESERVED, COMMITTED -> true;
            case RELEASED, RETURNED, EXPIRED -> false;
        };
    }
}
