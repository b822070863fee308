package io.verbena.sriov.device;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.kit.web.Page;
import io.verbena.kit.web.PageQuery;
import io.verbena.sriov.vf.model.NicCandidate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Hosts over REST: what their NICs add up to. A host is known by its NICs and has no row of its own. */
@RestController
@RequestMapping("/api/v1/hosts")
@Tag(name = "hosts", description = "Hosts, as their NICs name them")
class HostController {
    private final NicCandidates candidates;

    HostController(NicCandidates candidates) {
        this.candidates = candidates;
    }

    /** A host. */
    @Schema(name = "Host")
    record HostResource(Metadata metadata, Status status) {}

    /** Which. */
    @Schema(name = "HostMetadata")
    record Metadata(String name) {}

    /** The sum of its NICs. */
    @Schema(name = "HostStatus")
    record Status(List<String> nics, int assignedFunctions, int freeFunctions) {}

    @Allows(Callers.PLATFORM)
    @GetMapping
    @Operation(summary = "Lists hosts by name")
    Page<HostResource> list(PageQuery page) {
        Map<String, List<NicCandidate>> byHost = candidates.all().stream()
                .collect(Collectors.groupingBy(NicCandidate::host, TreeMap::new, Collectors.toList()));
        String after = page.after();
        List<HostResource> hosts = byHost.entrySet().stream()
                .filter(host -> after == null || host.getKey().compareTo(after) > 0)
                .limit(page.fetchCount())
                .map(host -> resource(host.getKey(), host.getValue()))
                .toList();
        return page.of(hosts, host -> host.metadata().name(), host -> host);
    }

    private static HostResource resource(String name, List<NicCandidate> its) {
        return new HostResource(
                new Metadata(name),
                new Status(
                        its.stream().map(NicCandidate::nic).sorted().toList(),
                        its.stream().mapToInt(NicCandidate::assignedCount).sum(),
                        its.stream().mapToInt(nic -> nic.freeIndexes().size()).sum()));
    }
}
