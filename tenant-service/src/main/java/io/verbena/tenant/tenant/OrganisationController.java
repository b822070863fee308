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
@RequestMapping(OrganisationController.PATH)
@Tag(name = "organisations", description = "Roots of the tree. For the platform's people only")
class OrganisationController {
    static final String PATH = "/api/v1/organisations";

    private final NodeTree tree;

    OrganisationController(NodeTree tree) {
        this.tree = tree;
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Creates an organisation, without limits")
    ResponseEntity<Organisation> create(@Valid @RequestBody NewOrganisation body) {
        Node node = tree.createOrganisation(body.metadata().name());
        return ResponseEntity.created(URI.create(PATH + "/" + node.name()))
                .eTag(etag(node))
                .body(Organisation.of(node));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping
    @Operation(summary = "Lists organisations by name")
    @Nullable
    Page<Organisation> list(ListRequest request) {
        return request.answer(
                WatchedObjects.all(NodeKind.ORGANISATION.noun()),
                page -> page.of(
                        tree.list(NodeKind.ORGANISATION, page.after(), page.fetchCount()),
                        Node::name,
                        Organisation::of));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping("/{organisation}")
    @Operation(summary = "Shows an organisation")
    ResponseEntity<Organisation> show(@PathVariable String organisation) {
        Node node = tree.read(NodeKind.ORGANISATION, organisation);
        return ResponseEntity.ok().eTag(etag(node)).body(Organisation.of(node));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @DeleteMapping("/{organisation}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Deletes an organisation that has neither projects nor tenants")
    void delete(@PathVariable String organisation, IfMatch ifMatch) {
        tree.delete(NodeKind.ORGANISATION, organisation, node -> ifMatch.require(new ETag(node.generation(), 0)));
    }

    private static String etag(Node node) {
        return new ETag(node.generation(), 0).toString();
    }

    /** What is sent to create one. */
    record NewOrganisation(@NotNull @Valid NewMetadata metadata) {}
}
