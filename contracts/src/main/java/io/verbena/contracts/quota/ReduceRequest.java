package io.verbena.contracts.quota;

import io.verbena.contracts.Resource;
import java.util.Map;

/**
 * Body of {@code POST /api/v1/reservations/{op}:reduce}, which gives a part of a committed charge back.
 *
 * @param amounts what stays charged, in absolute amounts so that a repeat changes nothing; none above the present one, and
 *     what is not named is given back whole
 */
public record ReduceRequest(Map<Resource, Long> amounts) {
    public ReduceRequest {
        amounts = Map.copyOf(amounts);
    }
}
