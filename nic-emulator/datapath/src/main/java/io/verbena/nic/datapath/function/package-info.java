/**
 * Functions and their limits: quota enforced again, in "hardware".
 *
 * <p>In: specs and requests for resources from {@code admin}. Out: admissions and refusals; read-back. Owns what each
 * function holds. Bounds: {@link io.verbena.nic.datapath.function.NicLimits}, and each function's own limits.
 */
@NullMarked
package io.verbena.nic.datapath.function;

import org.jspecify.annotations.NullMarked;
