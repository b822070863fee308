package io.verbena.tenant.quota.web;

import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Limits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.EnumMap;
import org.jspecify.annotations.Nullable;

/**
 * Limits as they are sent: objects, and bytes for registered memory. A record and no map, so that a resource that there is
 * not, or another unit, is an unknown field with its name.
 */
record NewLimits(
        @Min(0) @Max(Amounts.MAX) @Nullable Long vf,
        @Min(0) @Max(Amounts.MAX) @Nullable Long qp,
        @Min(0) @Max(Amounts.MAX) @Nullable Long cq,
        @Min(0) @Max(Amounts.MAX) @Nullable Long mr,
        @Min(0) @Max(Amounts.MAX) @Nullable Long pd,
        @Min(0) @Max(Amounts.MAX) @Nullable Long registeredBytes) {
    Limits limits() {
        var named = new EnumMap<Resource, Long>(Resource.class);
        for (Resource resource : Resource.values()) {
            Long limit = limit(resource);
            if (limit != null) {
                named.put(resource, limit);
            }
        }
        return new Limits(named);
    }

    private @Nullable Long limit(Resource resource) {
        return switch (resource) {
            case VF -> vf;
            case QP -> qp;
            case CQ -> cq;
            case MR -> mr;
            case PD -> pd;
            case REGISTERED_BYTES -> registeredBytes;
        };
    }
}
