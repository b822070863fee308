/** A small service with all that the kit gives: what its tests drive over HTTP. */
@NullMarked
package io.verbena.kit.sample;

import org.jspecify.annotations.NullMarked;
