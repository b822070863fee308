/**
 * {@code vnicctl}, the command line of the control plane.
 *
 * <p>In: arguments, {@code VNICCTL_*} variables, a configuration file. Out: a table of at most 80 columns or JSON, and an
 * exit code that says what kind of failure it was. A client of tenant-service and sriov-manager like any other: it knows
 * their JSON and none of their code. Bounds: every request and every wait has a limit.
 */
@NullMarked
package io.verbena.ctl;

import org.jspecify.annotations.NullMarked;
