/** Bugs that the simulation must catch, planted in the compiled code as docs/adr/0003-planted-bugs.md tells. */
@NullMarked
package io.verbena.tenant.lease.sim.planted;

import org.jspecify.annotations.NullMarked;
