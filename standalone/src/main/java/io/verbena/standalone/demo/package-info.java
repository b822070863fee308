/**
 * The scenario that {@code ./verbena demo} runs, as a client of the system.
 *
 * <p>Role: sets up an organisation with two tenants over REST, moves data between their VFs through the exerciser of each
 * NIC, provokes two refusals, and reads back what the system says of it all. In: addresses and an operator's credentials. Out: lines on a terminal and a {@link
 * io.verbena.standalone.demo.Summary}. Owner: the thread that runs it. Bounds: each wait has a limit; the payloads are at
 * most 8 MiB, made from a seed.
 */
@NullMarked
package io.verbena.standalone.demo;

import org.jspecify.annotations.NullMarked;
