/**
 * Messages that cross a process border: names of resources, topics and problem types, and the records of each protocol.
 *
 * <p>Two JSON rules hold for all of them: a REST request with an unknown field is refused, an HTTP response or a Kafka
 * message with one is read as if it were not there, so that versions can mix. No behaviour lives here.
 */
@NullMarked
package io.verbena.contracts;

import org.jspecify.annotations.NullMarked;
