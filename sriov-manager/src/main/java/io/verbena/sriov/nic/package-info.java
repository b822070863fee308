/**
 * The way to a NIC's admin API.
 *
 * <p>In: fenced commands for one named NIC, requests to read it back. Out: its answer, its refusal or its silence, each
 * as a value. Owner: nobody, there is no state. Bounds: connect and read time-outs of {@code verbena.sriov.nic}. Only
 * {@code reconcile} programs through this port.
 */
@NullMarked
package io.verbena.sriov.nic;

import org.jspecify.annotations.NullMarked;
