/**
 * Watching lists: what changes in a list, as server-sent events, without gaps or repeats and over restarts.
 *
 * <p>In: a list's GET with {@code watch=true} and the version that the list or an event before has said. Out: events
 * ADDED, MODIFIED and DELETED with the object after the change, BOOKMARK as a heartbeat that moves the version on, and
 * ERROR with a problem at the end. Owner: the request's own thread writes its stream; one
 * {@link io.verbena.kit.watch.ChangeHub} a replica reads the log for all. Bounds: streams a caller and a replica, 1,024
 * changes in the hub, two streams at a time that read the log themselves, the life of the caller's token.
 *
 * <p>How a list and its watch fit together: the list's objects, the log's head and the snapshot are of one transaction.
 * What the snapshot shows and has no position yet is counted, and the watch leaves out as many of the changes above the
 * head as the snapshot shows.
 */
@NullMarked
package io.verbena.kit.watch;

import org.jspecify.annotations.NullMarked;
