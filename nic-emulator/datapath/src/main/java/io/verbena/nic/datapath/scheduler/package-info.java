/**
 * Who sends next: cache-free scheduling in the manner of SRNIC.
 *
 * <p>In: activations. Out: grants; the work request is fetched after the grant. Owns a few bits for each queue pair and
 * the ready rings. Bounds: each queue pair stands in each ring of its function at most once.
 */
@NullMarked
package io.verbena.nic.datapath.scheduler;

import org.jspecify.annotations.NullMarked;
