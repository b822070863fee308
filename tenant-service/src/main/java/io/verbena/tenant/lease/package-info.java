/** Quota leases: what NICs may admit beyond guarantees, granted and charged here. */
@NullMarked
package io.verbena.tenant.lease;

import org.jspecify.annotations.NullMarked;
