package io.verbena.tenant.quota.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.quota.ReservationReply;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.kit.watch.ListRequest;
import io.verbena.kit.web.ETag;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.Page;
import io.verbena.kit.web.PageQuery;
import io.verbena.tenant.quota.application.Quotas;
import io.verbena.tenant.quota.application.ReservationReplies;
import io.verbena.tenant.quota.model.Limits;
import io.verbena.tenant.quota.model.NodeQuota;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(
        name = "quotas",
        description = "How much a tenant may have, alone and together with all of its project and organisation")
class QuotaController {
    private static final String OF_TENANT = "/api/v1/tenants/{tenant}/quota";
    private static final String OF_PROJECT = "/api/v1/projects/{project}/quota";
    private static final String OF_ORGANISATION = "/api/v1/organisations/{organisation}/quota";
    private static final String HISTORY = "/history";

    private final Quotas quotas;

    QuotaController(Quotas quotas) {
        this.quotas = quotas;
    }

    @Allows(Callers.TENANT)
    @GetMapping(OF_TENANT)
    @Operation(
            summary = "Shows a tenant's quota and what is charged to it",
            description = "Its watch tells changes of the limits, from now or from an event's id.")
    @Nullable
    ResponseEntity<QuotaResource> showOfTenant(@PathVariable String tenant, ListRequest request) {
        return shown(ofTenant(tenant), request);
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PutMapping(OF_TENANT)
    @Operation(
            summary = "Sets a tenant's limits",
            description =
                    "All of them: a resource that is not named gets 0. Below what is charged, the limit is taken and"
                            + " the resource is marked overLimit; nothing is taken away.")
    ResponseEntity<QuotaResource> setOfTenant(
            @PathVariable String tenant, IfMatch ifMatch, Caller caller, @Valid @RequestBody NewTenantQuota body) {
        Limits limits = body.spec().limits().limits().withMissing(0);
        return set(ofTenant(tenant), ifMatch, caller, limits, null);
    }

    @Allows(Callers.PLATFORM)
    @GetMapping(OF_PROJECT)
    @Operation(summary = "Shows a project's quota and what is charged to all its tenants")
    @Nullable
    ResponseEntity<QuotaResource> showOfProject(@PathVariable String project, ListRequest request) {
        return shown(ofProject(project), request);
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PutMapping(OF_PROJECT)
    @Operation(
            summary = "Sets a project's limits",
            description =
                    "All of them: a resource that is not named has no limit at the project. Tenants made below from"
                            + " then on start with tenantDefaults, where they are given; a resource they do not name is 0.")
    ResponseEntity<QuotaResource> setOfProject(
            @PathVariable String project, IfMatch ifMatch, Caller caller, @Valid @RequestBody NewQuota body) {
        return set(
                ofProject(project),
                ifMatch,
                caller,
                body.spec().limits().limits(),
                body.spec().defaults());
    }

    @Allows(Callers.PLATFORM)
    @GetMapping(OF_ORGANISATION)
    @Operation(summary = "Shows an organisation's quota and what is charged to all its tenants")
    @Nullable
    ResponseEntity<QuotaResource> showOfOrganisation(@PathVariable String organisation, ListRequest request) {
        return shown(ofOrganisation(organisation), request);
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PutMapping(OF_ORGANISATION)
    @Operation(
            summary = "Sets an organisation's limits",
            description =
                    "All of them: a resource that is not named has no limit at the organisation. Tenants made below from"
                            + " then on start with tenantDefaults, where they are given; a resource they do not name is 0.")
    ResponseEntity<QuotaResource> setOfOrganisation(
            @PathVariable String organisation, IfMatch ifMatch, Caller caller, @Valid @RequestBody NewQuota body) {
        return set(
                ofOrganisation(organisation),
                ifMatch,
                caller,
                body.spec().limits().limits(),
                body.spec().defaults());
    }

    @Allows(Callers.TENANT)
    @GetMapping("/api/v1/tenants/{tenant}/usage")
    @Operation(summary = "Lists what a tenant's quota is reserved or used for")
    @Nullable
    Page<ReservationReply> usage(@PathVariable String tenant, ListRequest request) {
        return request.answer(QuotaWatches.usageOf(tenant), page -> {
            String after = page.after();
            return page.of(
                    quotas.live(
                            ofTenant(tenant).account(),
                            after == null ? null : UUID.fromString(after),
                            page.fetchCount()),
                    reservation -> reservation.operationId().toString(),
                    ReservationReplies::of);
        });
    }

    private static @Nullable ResponseEntity<QuotaResource> shown(NodeQuota quota, ListRequest request) {
        return request.watch(QuotaWatches.limitsOf(quota.account())) ? null : answer(quota);
    }

    @Allows(Callers.TENANT)
    @GetMapping(OF_TENANT + HISTORY)
    @Operation(summary = "Lists changes of a tenant's limits, the newest first")
    Page<QuotaChange> historyOfTenant(@PathVariable String tenant, PageQuery page) {
        return history(ofTenant(tenant), page);
    }

    @Allows(Callers.PLATFORM)
    @GetMapping(OF_PROJECT + HISTORY)
    @Operation(summary = "Lists changes of a project's limits, the newest first")
    Page<QuotaChange> historyOfProject(@PathVariable String project, PageQuery page) {
        return history(ofProject(project), page);
    }

    @Allows(Callers.PLATFORM)
    @GetMapping(OF_ORGANISATION + HISTORY)
    @Operation(summary = "Lists changes of an organisation's limits, the newest first")
    Page<QuotaChange> historyOfOrganisation(@PathVariable String organisation, PageQuery page) {
        return history(ofOrganisation(organisation), page);
    }

    private Page<QuotaChange> history(NodeQuota quota, PageQuery page) {
        String after = page.after();
        return page.of(
                quotas.changes(quota.account(), after == null ? null : Long.valueOf(after), page.fetchCount()),
                change -> Long.toString(change.generation()),
                QuotaChange::of);
    }

    private ResponseEntity<QuotaResource> set(
            NodeQuota current, IfMatch ifMatch, Caller caller, Limits limits, @Nullable Limits tenantDefaults) {
        ifMatch.requireGeneration(etag(current));
        Optional<NodeQuota> changed = quotas.setLimits(current, limits, tenantDefaults, caller.subject());
        return answer(changed.orElseThrow(() -> new ProblemException(
                ProblemType.PRECONDITION_FAILED, "Somebody changed the quota meanwhile; read it again.")));
    }

    private NodeQuota ofTenant(String tenant) {
        return quotas.ofTenant(tenant).orElseThrow(() -> Caller.notFound("tenant " + tenant));
    }

    private NodeQuota ofProject(String project) {
        return quotas.ofProject(project).orElseThrow(() -> Caller.notFound("project " + project));
    }

    private NodeQuota ofOrganisation(String organisation) {
        return quotas.ofOrganisation(organisation).orElseThrow(() -> Caller.notFound("organisation " + organisation));
    }

    private static ResponseEntity<QuotaResource> answer(NodeQuota quota) {
        return ResponseEntity.ok().eTag(etag(quota).toString()).body(QuotaResource.of(quota));
    }

    private static ETag etag(NodeQuota quota) {
        return new ETag(quota.generation(), quota.statusVersion());
    }

    /** What is sent to set that of a tenant. */
    record NewTenantQuota(@NotNull @Valid NewTenantSpec spec) {}

    /** All limits of the tenant. */
    record NewTenantSpec(@NotNull @Valid NewLimits limits) {}

    /** What is sent to set that of a node with tenants below. */
    record NewQuota(@NotNull @Valid NewSpec spec) {}

    /** All limits of the node, and what its tenants start with. */
    record NewSpec(
            @NotNull @Valid NewLimits limits,
            @Valid @Nullable NewLimits tenantDefaults) {
        @Nullable
        Limits defaults() {
            return tenantDefaults == null ? null : tenantDefaults.limits().withMissing(0);
        }
    }
}
