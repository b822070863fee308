package io.verbena.contracts.exercise;

import java.util.UUID;

/**
 * Body of {@code POST /v1/endpoints}.
 *
 * @param vfUid the VF to open, by the control plane's own id
 * @param memoryBytes to register; a guard is registered behind
 * @param idleSeconds without a request after which the endpoint is closed
 */
public record EndpointRequest(UUID vfUid, long memoryBytes, long idleSeconds) {}
