package io.verbena.kit.changelog;

/** What a service has written in the current transaction and not sent to the database yet. */
interface PendingWrites {
    void flush();
}
