package io.verbena.contracts.nic;

import io.verbena.contracts.Resource;
import java.util.Map;

/**
 * What a device can do.
 *
 * @param functionCount slots of its one physical function
 * @param activeMtu RoCE path MTU that the link carries, bytes
 * @param perFunctionMax the most that one function can have of each resource
 * @param deviceMax the most that the device can have of each resource, all functions together
 */
public record NicCapability(
        int functionCount, int activeMtu, Map<Resource, Long> perFunctionMax, Map<Resource, Long> deviceMax) {
    public NicCapability {
        perFunctionMax = Map.copyOf(perFunctionMax);
        deviceMax = Map.copyOf(deviceMax);
    }
}
