package io.verbena.nic.device.admin;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.OverlayLocation;
import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.contracts.nic.OverlaySegmentReply;
import io.verbena.nic.device.admin.Answer.Fault;
import io.verbena.nic.device.admin.RequestBody.Malformed;
import io.verbena.nic.device.admin.RequestBody.Parsed;
import io.verbena.nic.device.admin.RequestBody.Value;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.overlay.Segment;
import io.verbena.nic.device.overlay.SegmentMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes who is where in a tenant's network. */
final class SegmentRequests {
    private SegmentRequests() {}

    static Answer put(byte[] body, int vni, Locations locations) {
        return switch (segment(body, vni)) {
            case Malformed<Segment>(Answer answer) -> answer;
            case Value<Segment>(Segment segment) -> applied(segment, locations);
        };
    }

    private static Parsed<Segment> segment(byte[] body, int vni) {
        return switch (RequestBody.parse(body, OverlaySegment.class)) {
            case Malformed<OverlaySegment>(Answer answer) -> new Malformed<>(answer);
            case Value<OverlaySegment>(OverlaySegment message) -> {
                List<Fault> faults = faults(message, vni);
                yield faults.isEmpty()
                        ? new Value<>(SegmentMessages.segment(message))
                        : new Malformed<>(Answer.invalid(faults));
            }
        };
    }

    private static List<Fault> faults(OverlaySegment message, int vni) {
        List<Fault> faults = new ArrayList<>();
        if (message.vni() != vni) {
            faults.add(new Fault("/vni", "is " + message.vni() + ", and the path says " + vni));
        }
        if (message.version() < 1) {
            faults.add(new Fault("/version", "is 1 or more, not " + message.version()));
        }
        for (int i = 0; i < message.locations().size(); i++) {
            OverlayLocation location = message.locations().get(i);
            String fault = SegmentMessages.fault(location);
            if (fault != null) {
                faults.add(new Fault("/locations/" + i, fault));
            }
        }
        return faults;
    }

    private static Answer applied(Segment segment, Locations locations) {
        return switch (locations.apply(segment)) {
            case TAKEN -> Answer.ok(new OverlaySegmentReply(true, segment.version()));
            case KNOWN -> Answer.ok(new OverlaySegmentReply(false, segment.version()));
            case STALE -> {
                long version = locations.versions().getOrDefault(segment.vni(), 0L);
                yield Answer.problem(
                        ProblemType.STALE_GENERATION,
                        "version " + version + " is in force",
                        Map.of("version", version));
            }
            case NOT_HERE ->
                Answer.problem(ProblemType.FAILED_PRECONDITION, "no function of this NIC is in VNI " + segment.vni());
        };
    }
}
