package io.verbena.kit.watch;

import io.verbena.contracts.change.ChangeType;

/**
 * A change as watchers see it.
 *
 * @param body the object as the list shows it, JSON in one line; of a DELETED one as it was last
 */
public record WatchEvent(ChangeType type, String body) {}
