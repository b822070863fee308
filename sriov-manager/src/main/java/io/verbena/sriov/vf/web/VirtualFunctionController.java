package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.kit.watch.ListRequest;
import io.verbena.kit.watch.WatchedObjects;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.Page;
import io.verbena.sriov.operations.OperationResource;
import io.verbena.sriov.vf.VirtualFunctionResource;
import io.verbena.sriov.vf.application.VfOutcome;
import io.verbena.sriov.vf.application.VfRequests;
import io.verbena.sriov.vf.application.VfWish;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import jakarta.validation.Valid;
import java.net.URI;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** A tenant's VFs. {@code {vf}} is an id or a name; another tenant's is answered like one that does not exist. */
@RestController
@RequestMapping("/api/v1/tenants/{tenant}/virtualFunctions")
@Tag(name = "virtualFunctions", description = "A tenant's virtual functions")
class VirtualFunctionController {
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final VfRequests requests;
    private final VirtualFunctions vfs;
    private final Clock clock;

    VirtualFunctionController(VfRequests requests, VirtualFunctions vfs, Clock clock) {
        this.requests = requests;
        this.vfs = vfs;
        this.clock = clock;
    }

    @BeginsOperation
    @Allows(Callers.TENANT)
    @PostMapping
    @Operation(
            summary = "Asks for a virtual function",
            description = "202 with an operation to follow. A quota's or a device's refusal ends the operation.")
    ResponseEntity<?> create(
            @PathVariable String tenant,
            @Parameter(description = "The name, as an alternative to metadata.name")
                    @RequestParam(required = false)
                    @Nullable
                    String virtualFunctionId,
            @RequestParam(defaultValue = "false") boolean validateOnly,
            @Valid @RequestBody VfRequest body) {
        VfWish wish = new VfWish(tenant, name(virtualFunctionId, body.name()), body.labels(), body.toModel());
        return answer(tenant, wish.name(), requests.request(wish, validateOnly));
    }

    @Allows(Callers.TENANT)
    @GetMapping
    @Operation(summary = "Lists a tenant's virtual functions, in the order of their ids")
    @Nullable
    Page<VirtualFunctionResource> list(
            @PathVariable String tenant,
            @Parameter(description = "Only those with all these labels, such as app=web,tier=front")
                    @RequestParam(required = false)
                    @Nullable
                    String labelSelector,
            ListRequest request) {
        LabelSelector selector = LabelSelector.parse(labelSelector);
        return request.answer(
                WatchedObjects.all(VirtualFunctionResource.NOUN)
                        .ofTenant(tenant)
                        .where(selector::selects),
                page -> {
                    String after = page.after();
                    return page.of(
                            vfs.page(
                                    tenant,
                                    selector.labels(),
                                    after == null ? null : UUID.fromString(after),
                                    page.fetchCount()),
                            vf -> vf.uid().toString(),
                            VirtualFunctionResource::of);
                });
    }

    @Allows(Callers.TENANT)
    @GetMapping("/{vf}")
    @Operation(summary = "Reads a virtual function")
    ResponseEntity<VirtualFunctionResource> get(@PathVariable String tenant, @PathVariable("vf") String idOrName) {
        return VfAnswers.shown(vfs.find(tenant, idOrName).orElseThrow(() -> VfAnswers.missing(idOrName)));
    }

    @BeginsOperation
    @Allows(Callers.TENANT)
    @PatchMapping(path = "/{vf}", consumes = MERGE_PATCH)
    @Operation(
            summary = "Changes a virtual function's limits",
            description =
                    "A merge patch of spec.limits. What grows is reserved first; what shrinks is returned last. If-Match"
                            + " is needed; the spec's generation in it counts, as the status changes by itself.",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            content =
                                    @Content(
                                            mediaType = MERGE_PATCH,
                                            schema = @Schema(implementation = VfPatch.Shape.class))))
    ResponseEntity<?> patch(
            @PathVariable String tenant,
            @PathVariable("vf") String idOrName,
            @RequestParam(defaultValue = "false") boolean validateOnly,
            @RequestBody JsonNode body,
            IfMatch ifMatch) {
        VfPatch patch = VfPatch.parse(body);
        return answer(
                tenant,
                idOrName,
                requests.change(
                        tenant,
                        idOrName,
                        vf -> ifMatch.requireGeneration(VfAnswers.etag(vf)),
                        patch::apply,
                        validateOnly));
    }

    @BeginsOperation
    @Allows(Callers.TENANT)
    @DeleteMapping("/{vf}")
    @Operation(
            summary = "Removes a virtual function",
            description =
                    "202 with an operation: drained, cleared, proved clean, its quota returned. If-Match is needed.")
    ResponseEntity<?> delete(
            @PathVariable String tenant,
            @PathVariable("vf") String idOrName,
            @RequestParam(defaultValue = "false") boolean validateOnly,
            IfMatch ifMatch) {
        return answer(
                tenant,
                idOrName,
                requests.remove(tenant, idOrName, vf -> ifMatch.requireGeneration(VfAnswers.etag(vf)), validateOnly));
    }

    @BeginsOperation
    @Allows(Callers.TENANT)
    @PostMapping("/{vf}:drain")
    @Operation(
            summary = "Removes a virtual function once nobody uses it",
            description =
                    "202 with an operation. When the time is over its contexts are closed and it goes, or it stays and the"
                            + " operation fails, as outcome says. If-Match is needed.")
    ResponseEntity<?> drain(
            @PathVariable String tenant,
            @PathVariable("vf") String idOrName,
            @RequestParam(defaultValue = "false") boolean validateOnly,
            @Valid @RequestBody DrainRequest body,
            IfMatch ifMatch) {
        return answer(
                tenant,
                idOrName,
                requests.drain(
                        tenant,
                        idOrName,
                        vf -> ifMatch.requireGeneration(VfAnswers.etag(vf)),
                        body.toModel(clock.instant()),
                        validateOnly));
    }

    private static ResponseEntity<?> answer(String tenant, @Nullable String idOrName, VfOutcome outcome) {
        return switch (outcome) {
            case VfOutcome.Begun(VirtualFunction vf, var operation) ->
                ResponseEntity.accepted()
                        .location(URI.create(OperationResource.path(operation.id())))
                        .eTag(VfAnswers.etag(vf).toString())
                        .body(OperationResource.of(operation));
            case VfOutcome.Shown(VirtualFunction vf) -> VfAnswers.shown(vf);
            case VfOutcome.NameTaken(String name) ->
                throw new ProblemException(
                        ProblemType.ALREADY_EXISTS, "Tenant " + tenant + " has a virtual function " + name + ".");
            case VfOutcome.Missing() -> throw VfAnswers.missing(String.valueOf(idOrName));
            case VfOutcome.NotNow(VirtualFunction vf) -> throw VfAnswers.notNow(vf);
        };
    }

    private static @Nullable String name(@Nullable String parameter, @Nullable String member) {
        if (parameter == null) {
            return member;
        }
        if (!parameter.matches(VfRequest.DNS_LABEL)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "virtualFunctionId must be a DNS label: lower case letters, digits and '-'.");
        }
        if (member != null && !member.equals(parameter)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "virtualFunctionId is " + parameter + " and metadata.name is " + member + "; name it once.");
        }
        return parameter;
    }
}
