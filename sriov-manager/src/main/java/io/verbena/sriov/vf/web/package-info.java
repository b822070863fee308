/**
 * VFs over REST.
 *
 * <p>In: requests under {@code /api/v1/tenants/{tenant}/virtualFunctions}. Out: resources, operations to follow, problems.
 * Who asks is checked before what is asked. Owner: nobody. Bounds: {@link io.verbena.sriov.vf.model.VfBounds}, checked
 * here for a pointer to the field, and again by the model.
 */
@NullMarked
package io.verbena.sriov.vf.web;

import org.jspecify.annotations.NullMarked;
