package io.verbena.tenant.tenant;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.kit.watch.ListRequest;
import io.verbena.kit.watch.WatchedObjects;
import io.verbena.kit.web.ETag;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.Page;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(TenantController.PATH)
@Tag(name = "tenants", description = "Who virtual functions belong to. A tenant sees itself, the platform's people all")
class TenantController {
    static final String PATH = "/api/v1/tenants";

    private final NodeTree tree;

    TenantController(NodeTree tree) {
        this.tree = tree;
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Creates a tenant in an organisation or a project of it, with a quota of nothing")
    ResponseEntity<Tenant> create(@Valid @RequestBody NewTenant body) {
        Node node = tree.createTenant(
                body.metadata().name(), body.spec().organisation(), body.spec().project());
        return ResponseEntity.created(URI.create(PATH + "/" + node.name()))
                .eTag(etag(node))
                .body(Tenant.of(node));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping
    @Operation(summary = "Lists tenants by name")
    @Nullable
    Page<Tenant> list(ListRequest request) {
        return request.answer(
                WatchedObjects.all(NodeKind.TENANT.noun()),
                page -> page.of(tree.list(NodeKind.TENANT, page.after(), page.fetchCount()), Node::name, Tenant::of));
    }

    @Allows(Callers.TENANT)
    @GetMapping("/{tenant}")
    @Operation(summary = "Shows a tenant")
    ResponseEntity<Tenant> show(@PathVariable String tenant) {
        return answer(tree.read(NodeKind.TENANT, tenant));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @DeleteMapping("/{tenant}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Deletes a tenant to which nothing is charged, and its clients")
    void delete(@PathVariable String tenant, IfMatch ifMatch) {
        tree.delete(NodeKind.TENANT, tenant, node -> ifMatch.require(new ETag(node.generation(), 0)));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{tenant}:suspend")
    @Operation(
            summary = "Suspends a tenant",
            description = "It keeps what it has, may give it back, and is given nothing more: no virtual function, no"
                    + " higher limit, no lease.")
    ResponseEntity<Tenant> suspend(@PathVariable String tenant, @Valid @RequestBody NewSuspension body) {
        return answer(tree.suspend(tenant, body.reason()));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{tenant}:resume")
    @Operation(summary = "Ends a tenant's suspension")
    ResponseEntity<Tenant> resume(@PathVariable String tenant) {
        return answer(tree.suspend(tenant, null));
    }

    private static ResponseEntity<Tenant> answer(Node node) {
        return ResponseEntity.ok().eTag(etag(node)).body(Tenant.of(node));
    }

    private static String etag(Node node) {
        return new ETag(node.generation(), 0).toString();
    }

    /** What is sent to create one. */
    record NewTenant(
            @NotNull @Valid NewMetadata metadata,
            @NotNull @Valid NewSpec spec) {}

    /** @param reason for people, shown with the tenant */
    record NewSuspension(@NotNull @Size(min = 1, max = 200) String reason) {}

    /**
     * @param organisation name of an organisation that is there
     * @param project name of a project of it, if the tenant is to be in one
     */
    record NewSpec(@NotNull String organisation, @Nullable String project) {}
}
