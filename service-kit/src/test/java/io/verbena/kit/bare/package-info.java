/** A service without a database, with all drivers on the class path. */
@NullMarked
package io.verbena.kit.bare;

import org.jspecify.annotations.NullMarked;
