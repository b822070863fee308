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
@RequestMapping(ProjectController.PATH)
@Tag(name = "projects", description = "Nodes between an organisation and tenants of it. For the platform's people only")
class ProjectController {
    static final String PATH = "/api/v1/projects";

    private final NodeTree tree;

    ProjectController(NodeTree tree) {
        this.tree = tree;
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(summary = "Creates a project in an organisation, without limits")
    ResponseEntity<Project> create(@Valid @RequestBody NewProject body) {
        Node node = tree.createProject(body.metadata().name(), body.spec().organisation());
        return ResponseEntity.created(URI.create(PATH + "/" + node.name()))
                .eTag(etag(node))
                .body(Project.of(node));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping
    @Operation(summary = "Lists projects by name")
    @Nullable
    Page<Project> list(ListRequest request) {
        return request.answer(
                WatchedObjects.all(NodeKind.PROJECT.noun()),
                page -> page.of(tree.list(NodeKind.PROJECT, page.after(), page.fetchCount()), Node::name, Project::of));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping("/{project}")
    @Operation(summary = "Shows a project")
    ResponseEntity<Project> show(@PathVariable String project) {
        Node node = tree.read(NodeKind.PROJECT, project);
        return ResponseEntity.ok().eTag(etag(node)).body(Project.of(node));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @DeleteMapping("/{project}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Deletes a project that has no tenants")
    void delete(@PathVariable String project, IfMatch ifMatch) {
        tree.delete(NodeKind.PROJECT, project, node -> ifMatch.require(new ETag(node.generation(), 0)));
    }

    private static String etag(Node node) {
        return new ETag(node.generation(), 0).toString();
    }

    /** What is sent to create one. */
    record NewProject(
            @NotNull @Valid NewMetadata metadata,
            @NotNull @Valid NewSpec spec) {}

    /** @param organisation name of an organisation that is there */
    record NewSpec(@NotNull String organisation) {}
}
