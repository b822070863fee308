/**
 * The host side in Java, named as in ibverbs: open a function, allocate, register, create, connect, post, poll.
 *
 * <p>In: calls of any thread. Out: commands to the NIC's owner for everything that creates or changes an object; memory
 * writes and doorbells for everything that moves data. Owns the host's side of the rings. Bounds: what the function's
 * limits allow.
 */
@NullMarked
package io.verbena.nic.verbs;

import org.jspecify.annotations.NullMarked;
