/**
 * What a virtual function is, without a framework.
 *
 * <p>In: requests, plans' inputs, reports of what a NIC holds. Out: new values of {@link
 * io.verbena.sriov.vf.model.VirtualFunction} and {@link io.verbena.sriov.vf.model.FunctionSlot}, plans, refusals as
 * values. Owner: rows in PostgreSQL, through the ports declared here. Bounds: {@link
 * io.verbena.sriov.vf.model.VfBounds}. Imports the JDK, the contracts' records and itself.
 */
@NullMarked
package io.verbena.sriov.vf.model;

import org.jspecify.annotations.NullMarked;
