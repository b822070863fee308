package io.verbena.tenant.quota.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Limits;
import io.verbena.tenant.quota.model.NodeQuota;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A quota as it is shown: what is allowed, and what is charged. */
@Schema(name = "Quota")
record QuotaResource(Metadata metadata, Spec spec, Status status) {
    static QuotaResource of(NodeQuota quota) {
        Limits defaults = quota.tenantDefaults();
        return new QuotaResource(
                new Metadata(quota.account().scope(), quota.generation()),
                new Spec(quota.limits(), defaults == null ? null : defaults.byResource()),
                new Status(quota.used(), quota.reserved(), quota.leased(), quota.overLimit()));
    }

    /** @param scope as refusals and metrics name it */
    @Schema(name = "QuotaMetadata")
    record Metadata(String scope, long generation) {}

    @Schema(name = "QuotaSpec")
    record Spec(
            @Schema(description = "By resource; one that is not named has no limit here")
            Map<Resource, Long> limits,

            @Schema(description = "What tenants made below start with, of an organisation or project that says so")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Nullable
            Map<Resource, Long> tenantDefaults) {}

    /**
     * What is charged.
     *
     * @param leased granted to NICs beyond what virtual functions are guaranteed
     * @param overLimit resources of which more is charged than the limits now allow; nothing is taken away for it
     */
    @Schema(name = "QuotaStatus")
    record Status(
            Map<Resource, Long> used,
            Map<Resource, Long> reserved,
            Map<Resource, Long> leased,
            List<Resource> overLimit) {}
}
