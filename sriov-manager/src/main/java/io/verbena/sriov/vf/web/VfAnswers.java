package io.verbena.sriov.vf.web;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Caller;
import io.verbena.kit.web.ETag;
import io.verbena.sriov.operations.OperationResource;
import io.verbena.sriov.vf.VirtualFunctionResource;
import io.verbena.sriov.vf.model.VfStatus;
import io.verbena.sriov.vf.model.VirtualFunction;
import java.util.HashMap;
import java.util.Map;
import org.springframework.http.ResponseEntity;

/** What requests about VFs are answered alike. */
final class VfAnswers {
    private VfAnswers() {}

    static ETag etag(VirtualFunction vf) {
        return new ETag(vf.generation(), vf.version());
    }

    static ResponseEntity<VirtualFunctionResource> shown(VirtualFunction vf) {
        return ResponseEntity.ok().eTag(etag(vf).toString()).body(VirtualFunctionResource.of(vf));
    }

    static ProblemException missing(String idOrName) {
        return Caller.notFound("virtual function " + idOrName);
    }

    static ProblemException notNow(VirtualFunction vf) {
        VfStatus status = vf.status();
        Map<String, Object> members = new HashMap<>();
        members.put("state", status.state());
        members.put("allowedVerbs", status.allowedVerbs());
        if (status.operation() != null) {
            members.put("operation", OperationResource.path(status.operation()));
        }
        return new ProblemException(
                ProblemType.FAILED_PRECONDITION,
                "Virtual function " + vf.name() + " is " + status.state()
                        + (status.operation() == null ? "." : " and is being changed; wait for the operation."),
                members);
    }
}
