package io.verbena.kit.watch;

import io.verbena.contracts.change.ChangeMessage;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which changes belong to a list, and as what its watchers see them.
 *
 * @param objectType as the log names it
 * @param chosen of that type, those that are in the list
 */
public record WatchedObjects(
        String objectType, Predicate<ChangeMessage> chosen, Function<ChangeMessage, WatchEvent> shown) {
    /** All of a type, as the log has them. */
    public static WatchedObjects all(String objectType) {
        return new WatchedObjects(objectType, change -> true, change -> new WatchEvent(change.type(), change.body()));
    }

    /** Those of a tenant: its name is the last one of their path. */
    public WatchedObjects ofTenant(String tenant) {
        String end = "/" + tenant;
        return where(change ->
                change.tenantPath().equals(tenant) || change.tenantPath().endsWith(end));
    }

    /** That one object. */
    public WatchedObjects only(String objectId) {
        return where(change -> change.objectId().equals(objectId));
    }

    /** The same changes under another form, for a list that shows more or less than the log. */
    public WatchedObjects shownAs(Function<ChangeMessage, WatchEvent> form) {
        return new WatchedObjects(objectType, chosen, form);
    }

    /** Those of them for which this holds. */
    public WatchedObjects where(Predicate<ChangeMessage> those) {
        return new WatchedObjects(objectType, chosen.and(those), shown);
    }

    Optional<WatchEvent> eventOf(ChangeMessage change) {
        return change.objectType().equals(objectType) && chosen.test(change)
                ? Optional.of(shown.apply(change))
                : Optional.empty();
    }
}
