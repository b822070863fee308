/**
 * The NIC's words in those of the contracts: read-back, capability, counters and events.
 *
 * <p>In: results and events of the datapath. Out: messages that cross a process border. Pure, but for sequence numbers.
 */
@NullMarked
package io.verbena.nic.device.report;

import org.jspecify.annotations.NullMarked;
