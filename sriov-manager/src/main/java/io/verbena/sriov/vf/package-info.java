/**
 * Virtual functions: tenants' wishes, where they are carried out, and how far that is.
 *
 * <p>In: requests from {@code web}, steps of sagas, findings of the reconciler. Out: {@link
 * io.verbena.sriov.vf.VirtualFunctionResource}, the one shape in which the REST interface and the change log show a VF.
 * Owner: the tables of {@code persistence}. Layers: web, application, model, persistence.
 */
@NullMarked
package io.verbena.sriov.vf;

import org.jspecify.annotations.NullMarked;
