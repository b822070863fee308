package io.verbena.tenant.lease.web;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.kit.problem.ProblemException;
import io.verbena.tenant.quota.model.Amounts;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@link LeaseSync} as it is checked here. */
record NewSync(
        @NotNull @Min(1) Long incarnation,
        @NotNull UUID bootId,
        @NotNull @Min(1) Long seq,
        @Nullable UUID ledgerEpoch,
        @NotNull @Size(max = MAX_LINES) List<@NotNull @Valid NewLine> lines) {
    /** As many as a NIC holds. */
    static final int MAX_LINES = 8192;

    /** {@link LeaseSync.Line} as it is checked here. */
    record NewLine(
            @NotNull String tenant,
            @NotNull Resource resource,
            @NotNull @Min(0) @Max(Amounts.MAX) Long granted,
            @NotNull @Min(0) @Max(Amounts.MAX) Long returned,
            @NotNull @Min(0) @Max(Amounts.MAX) Long used,
            @NotNull @Min(0) @Max(Amounts.MAX) Long want) {
        private LeaseSync.Line line() {
            if (returned > granted) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "The line of " + tenant + " returns " + returned + " of " + granted + " granted.");
            }
            return new LeaseSync.Line(tenant, resource, granted, returned, used, want);
        }
    }

    LeaseSync sync() {
        return new LeaseSync(
                incarnation,
                bootId,
                seq,
                ledgerEpoch,
                lines.stream().map(NewLine::line).toList());
    }
}
