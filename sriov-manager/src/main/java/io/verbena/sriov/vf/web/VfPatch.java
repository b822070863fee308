package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.media.Schema;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.sriov.vf.model.VfBounds;
import io.verbena.sriov.vf.model.VfLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An RFC 7396 merge patch of a VF. It may name {@code spec.limits} and nothing else, and as every VF has every limit,
 * {@code null}, which takes a member away, is refused.
 *
 * @param limits those to change, by name
 */
record VfPatch(Map<String, Long> limits) {
    private static final Map<String, Long> MOST = Map.of(
            "qp", VfBounds.MAX_OBJECTS,
            "cq", VfBounds.MAX_OBJECTS,
            "mr", VfBounds.MAX_OBJECTS,
            "pd", VfBounds.MAX_OBJECTS,
            "registeredBytes", VfBounds.MAX_REGISTERED_BYTES);

    /** For the OpenAPI page. */
    @Schema(name = "VirtualFunctionPatch", description = "A merge patch; only limits can be changed")
    record Shape(SpecShape spec) {}

    /** For the OpenAPI page. */
    @Schema(name = "VirtualFunctionPatchSpec")
    record SpecShape(LimitsShape limits) {}

    /** For the OpenAPI page; all optional. */
    @Schema(name = "VirtualFunctionPatchLimits")
    record LimitsShape(Long qp, Long cq, Long mr, Long pd, Long registeredBytes) {}

    /** One finding, in the shape of the other validation errors. */
    record Finding(String pointer, String reason, String detail) {}

    /** @throws ProblemException 400 with a pointer for each thing that is wrong */
    static VfPatch parse(JsonNode body) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Long> limits = new HashMap<>();
        JsonNode spec = only(body, "", "spec", findings);
        JsonNode named = only(spec, "/spec", "limits", findings);
        if (named.isObject()) {
            named.forEachEntry((name, value) -> limit(name, value, limits, findings));
        }
        if (!findings.isEmpty()) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "The patch is not valid; see errors.", Map.of("errors", findings));
        }
        return new VfPatch(limits);
    }

    /** The limits with this patch merged in. */
    VfLimits apply(VfLimits to) {
        return new VfLimits(
                limits.getOrDefault("qp", to.qp()),
                limits.getOrDefault("cq", to.cq()),
                limits.getOrDefault("mr", to.mr()),
                limits.getOrDefault("pd", to.pd()),
                limits.getOrDefault("registeredBytes", to.registeredBytes()));
    }

    /** The one member that an object may have. */
    private static JsonNode only(JsonNode object, String pointer, String name, List<Finding> findings) {
        if (!object.isObject()) {
            if (!object.isMissingNode()) {
                findings.add(new Finding(pointer, "WRONG_TYPE", "must be an object"));
            }
            return object.path(name);
        }
        Set.copyOf(object.propertyNames()).stream()
                .filter(present -> !present.equals(name))
                .sorted()
                .forEach(present -> findings.add(
                        new Finding(pointer + "/" + present, "UNKNOWN_FIELD", "cannot be changed by a patch")));
        return object.path(name);
    }

    private static void limit(String name, JsonNode value, Map<String, Long> limits, List<Finding> findings) {
        String pointer = "/spec/limits/" + name;
        Long most = MOST.get(name);
        if (most == null) {
            findings.add(new Finding(pointer, "UNKNOWN_FIELD", "is no limit"));
        } else if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            findings.add(new Finding(pointer, "WRONG_TYPE", "must be a whole number without a unit"));
        } else if (value.longValue() < 0 || value.longValue() > most) {
            findings.add(new Finding(pointer, "OUT_OF_RANGE", "must be 0 to " + most));
        } else {
            limits.put(name, value.longValue());
        }
    }
}
