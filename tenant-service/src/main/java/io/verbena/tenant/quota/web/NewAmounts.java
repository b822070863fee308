package io.verbena.tenant.quota.web;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.Resource;
import io.verbena.kit.problem.ProblemException;
import io.verbena.tenant.quota.model.Amounts;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Amounts as they are sent: objects, and bytes for registered memory. A record for the reason that {@link NewLimits} is. */
record NewAmounts(
        @Min(1) @Max(Amounts.MAX) @Nullable Long vf,
        @Min(1) @Max(Amounts.MAX) @Nullable Long qp,
        @Min(1) @Max(Amounts.MAX) @Nullable Long cq,
        @Min(1) @Max(Amounts.MAX) @Nullable Long mr,
        @Min(1) @Max(Amounts.MAX) @Nullable Long pd,
        @Min(1) @Max(Amounts.MAX) @Nullable Long registeredBytes) {
    /** Empty when nothing is named. */
    Optional<Amounts> amounts() {
        Map<Resource, Long> named = new EnumMap<>(Resource.class);
        for (Resource resource : Resource.values()) {
            Long amount = amount(resource);
            if (amount != null) {
                named.put(resource, amount);
            }
        }
        return named.isEmpty() ? Optional.empty() : Optional.of(new Amounts(named));
    }

    static ProblemException nothingNamed() {
        String detail = "must name at least one resource";
        return new ProblemException(
                ProblemType.INVALID_REQUEST,
                "/amounts: " + detail,
                Map.of("errors", List.of(Map.of("pointer", "/amounts", "reason", "EMPTY", "detail", detail))));
    }

    private @Nullable Long amount(Resource resource) {
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
