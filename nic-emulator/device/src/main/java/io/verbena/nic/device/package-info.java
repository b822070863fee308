/**
 * The box around a NIC: one owner thread, real sockets, the admin API, registration and telemetry.
 *
 * <p>In: trains from the wire, commands over HTTP and from verbs programs. Out: trains, answers, counters and events.
 * {@link io.verbena.nic.device.DatapathThread} owns the NIC and its port; everybody else sends it commands over a
 * bounded queue. Nothing here decides what a NIC does: that is the datapath's.
 */
@NullMarked
package io.verbena.nic.device;

import org.jspecify.annotations.NullMarked;
