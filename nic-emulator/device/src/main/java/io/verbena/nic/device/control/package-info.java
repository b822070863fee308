/**
 * How a NIC makes itself known: it finds its issuer, gets a token of its own and registers with sriov-manager.
 *
 * <p>In: answers of issuer and manager. Out: whether this NIC may take work. Owner: one thread of its own; the state it
 * publishes is read by anyone. Bounds: one request at a time, each with a time limit, and a back-off between tries.
 */
@NullMarked
package io.verbena.nic.device.control;

import org.jspecify.annotations.NullMarked;
