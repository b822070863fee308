/** A service without a database, with all drivers on the class path, as telemetry-service has it beside the others. */
@NullMarked
package io.verbena.kit.bare;

import org.jspecify.annotations.NullMarked;
