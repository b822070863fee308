package io.verbena.sriov.operations;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.kit.problem.Problem;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An operation as callers see it.
 *
 * @param done whether it has ended; then one of {@code error} and {@code response} is there
 * @param error the RFC 9457 problem that ended it
 */
@Schema(name = "Operation", description = "Long work that can be followed")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OperationResource(
        Metadata metadata,
        boolean done,

        @Schema(ref = "#/components/schemas/Problem") @Nullable
        Map<String, Object> error,

        @Nullable Response response) {
    /** What it is about. */
    @Schema(name = "OperationMetadata")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Metadata(
            UUID id,
            String kind,
            String tenant,
            @Nullable UUID virtualFunctionId,
            @Nullable String virtualFunction,
            @Nullable String nic,
            long targetGeneration,
            String phase,
            Instant createdAt,
            @Nullable Instant finishedAt) {}

    /** The VF that it was for, gone after a release, or the NIC, which has no id. */
    @Schema(name = "OperationResponse")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Response(@Nullable UUID id, String name, String self) {}

    /** Where it can be read. */
    public static String path(UUID id) {
        return OperationController.PATH + "/" + id;
    }

    /** The operation as it is. */
    public static OperationResource of(Operation operation) {
        Subject.OfVf vf = operation.subject() instanceof Subject.OfVf ofVf ? ofVf : null;
        Metadata metadata = new Metadata(
                operation.id(),
                operation.kind().exposedName(),
                operation.tenant(),
                vf == null ? null : vf.uid(),
                vf == null ? null : vf.name(),
                vf == null ? operation.nic() : null,
                operation.targetGeneration(),
                operation.phase(),
                operation.createdAt(),
                operation.finishedAt());
        Problem problem = operation.problem();
        Response response = operation.done() && problem == null ? response(operation) : null;
        return new OperationResource(metadata, operation.done(), problem == null ? null : problem.members(), response);
    }

    private static Response response(Operation operation) {
        return switch (operation.subject()) {
            case Subject.OfVf(UUID uid, String name) ->
                new Response(uid, name, "/api/v1/tenants/" + operation.tenant() + "/virtualFunctions/" + name);
            case Subject.OfNic(String name) -> new Response(null, name, "/api/v1/nics/" + name);
        };
    }
}
