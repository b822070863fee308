package io.verbena.sriov.overlay;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Segments over REST, for NICs that have missed somebody. */
@RestController
@RequestMapping("/api/v1/nics/{nic}/segments")
@Tag(name = "nics")
class SegmentController {
    private final Segments segments;

    SegmentController(Segments segments) {
        this.segments = segments;
    }

    @Allows(Callers.NIC)
    @GetMapping("/{vni}")
    @Operation(
            summary = "Says who is where in a tenant's network",
            description = "For the NIC itself, and only while it holds a function in that network.")
    OverlaySegment get(@PathVariable String nic, @PathVariable int vni) {
        if (!segments.concerns(nic, vni)) {
            throw Caller.notFound("segment " + vni + " on NIC " + nic);
        }
        return segments.current(vni).orElseThrow(() -> Caller.notFound("segment " + vni));
    }
}
