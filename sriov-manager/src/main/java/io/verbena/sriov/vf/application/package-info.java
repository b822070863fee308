/**
 * What may be asked of VFs.
 *
 * <p>In: wishes that are already well formed. Out: an operation that was begun, or why not, as a value. Owner: nobody.
 * Bounds: one operation per VF at a time.
 */
@NullMarked
package io.verbena.sriov.vf.application;

import org.jspecify.annotations.NullMarked;
