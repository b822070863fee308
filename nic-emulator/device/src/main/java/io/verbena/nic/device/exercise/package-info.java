/**
 * A verbs program inside the NIC's process, driven from outside: as hardware has traffic generators built in.
 *
 * <p>In: requests of an operator, in the words of {@code contracts.exercise}. Out: commands and work requests through the
 * verbs library like any program's, and what became of them. Owner: a request's thread; waits for completions have threads
 * of their own, since they drive the NIC. Bounds: endpoints, their memory, waits at a time and the length of each.
 */
@NullMarked
package io.verbena.nic.device.exercise;

import org.jspecify.annotations.NullMarked;
