/**
 * The whole system in one JVM.
 *
 * <p>Role: starts and stops embedded PostgreSQL, embedded Kafka, the three services and two NICs, and is the only place
 * that knows what three Spring applications side by side need. In: {@link io.verbena.standalone.system.Settings}. Out:
 * running parts, their addresses and secrets. Owner: the caller of {@link
 * io.verbena.standalone.system.OneJvm#start}, who closes it. Bounds: seven parts, each with a time limit to start; one
 * folder for what a run writes, removed with it.
 */
@NullMarked
package io.verbena.standalone.system;

import org.jspecify.annotations.NullMarked;
