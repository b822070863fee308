package io.verbena.sriov.device;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.NicRegistration;
import io.verbena.contracts.nic.NicRegistrationReply;
import io.verbena.contracts.nic.WireKind;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.kit.watch.ListRequest;
import io.verbena.kit.watch.WatchedObjects;
import io.verbena.kit.web.ETag;
import io.verbena.kit.web.Page;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** NICs over REST: they register themselves, an operator approves them, the platform looks at them. */
@RestController
@RequestMapping("/api/v1/nics")
@Tag(name = "nics", description = "NICs and their functions")
class NicController {
    private static final int MAX_FUNCTIONS = 4096;
    /** What our NICs can have. */
    private static final int MAX_WANTED = 1024;

    private static final String DNS_LABEL = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";

    private final Nics nics;
    private final FunctionSlots slots;
    private final SriovProperties.NicSettings settings;

    NicController(Nics nics, FunctionSlots slots, SriovProperties properties) {
        this.nics = nics;
        this.slots = slots;
        this.settings = properties.nic();
    }

    @Allows(Callers.NIC)
    @PostMapping("/{nic}:register")
    @Operation(
            summary = "Registers a NIC, at its start and as its heartbeat",
            description =
                    "For the NIC itself: the token's claim nic must be this name. It takes no work before approval.")
    NicRegistrationReply register(@PathVariable String nic, @RequestBody NicRegistration body) {
        check(nic, body);
        boolean approved = nics.register(body).approved();
        return new NicRegistrationReply(
                approved, Math.toIntExact((approved ? settings.heartbeat() : settings.pendingHeartbeat()).toSeconds()));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{nic}:approve")
    @Operation(
            summary = "Lets a NIC take work",
            description = "For platform administrators. Repeating it changes nothing.")
    ResponseEntity<NicResource> approve(Caller caller, @PathVariable String nic) {
        return shown(nics.approve(nic, caller.subject()).orElseThrow(() -> missing(nic)));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{nic}:cordon")
    @Operation(
            summary = "Has a NIC take no new virtual function",
            description = "For platform administrators. What it holds stays. Repeating it changes nothing.")
    ResponseEntity<NicResource> cordon(Caller caller, @PathVariable String nic) {
        return shown(nics.cordon(nic, caller.subject()).orElseThrow(() -> missing(nic)));
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{nic}:uncordon")
    @Operation(
            summary = "Lets a NIC take virtual functions again",
            description = "For platform administrators. Repeating it changes nothing.")
    ResponseEntity<NicResource> uncordon(@PathVariable String nic) {
        return shown(nics.cordon(nic, null).orElseThrow(() -> missing(nic)));
    }

    /** Body of a request for another number of functions. */
    @Schema(name = "NicResizeRequest", description = "How many functions a NIC is to have")
    record ResizeRequest(
            @Schema(description = "they come and go at the tail", example = "16") @NotNull @Min(1) @Max(MAX_WANTED)
            Integer functionCount) {}

    @Allows(Callers.PLATFORM_ADMIN)
    @PostMapping("/{nic}:resize")
    @Operation(
            summary = "Changes how many functions a NIC has",
            description =
                    "For platform administrators. They come and go at the tail, under traffic of the others; those that go"
                            + " must be FREE. 202: status.capability.functionCount follows.")
    ResponseEntity<NicResource> resize(@PathVariable String nic, @Valid @RequestBody ResizeRequest body) {
        if (nics.find(nic).isEmpty()) {
            throw missing(nic);
        }
        List<FunctionSlot> taken = nics.want(nic, body.functionCount());
        if (!taken.isEmpty()) {
            throw new ProblemException(
                    ProblemType.FAILED_PRECONDITION,
                    "Of " + nic + "'s functions from " + body.functionCount() + " on, " + taken.size()
                            + " are not free.",
                    Map.of(
                            "functions",
                            taken.stream()
                                    .map(slot -> Map.of("index", slot.index(), "state", slot.state()))
                                    .toList()));
        }
        return ResponseEntity.accepted()
                .body(NicResource.of(nics.find(nic).orElseThrow(() -> missing(nic)), List.of()));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping
    @Operation(
            summary = "Lists NICs by name, without their functions",
            description = "Heartbeats that say nothing new are no changes for its watch.")
    @Nullable
    Page<NicResource> list(ListRequest request) {
        return request.answer(
                WatchedObjects.all(NicResource.NOUN),
                page -> page.of(
                        nics.page(page.after(), page.fetchCount()), Nic::name, nic -> NicResource.of(nic, List.of())));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping("/{nic}")
    @Operation(summary = "Reads a NIC with its functions as they were last read back")
    ResponseEntity<NicResource> get(@PathVariable String nic) {
        return shown(nics.find(nic).orElseThrow(() -> missing(nic)));
    }

    private ResponseEntity<NicResource> shown(Nic nic) {
        List<NicResource.Function> functions = slots.on(nic.name()).stream()
                // Rows outlive functions that were taken away.
                .filter(slot ->
                        slot.index() < nic.capability().functionCount() || slot.state() != FunctionSlot.State.FREE)
                .map(slot -> new NicResource.Function(
                        slot.pf(),
                        slot.index(),
                        slot.state().name(),
                        slot.vfUid(),
                        slot.epoch(),
                        slot.reason(),
                        slot.evicting(),
                        slots.reportSince(nic.name(), slot.pf(), slot.index(), Instant.EPOCH)
                                .orElse(null)))
                .toList();
        return ResponseEntity.ok().eTag(new ETag(1, nic.version()).toString()).body(NicResource.of(nic, functions));
    }

    private static void check(String nic, NicRegistration body) {
        if (!nic.matches(DNS_LABEL)) {
            throw unprocessable("A NIC's name is a DNS label: lower case letters, digits and '-'.");
        }
        if (!nic.equals(body.nic())) {
            throw unprocessable("The body is about NIC " + body.nic() + ", the path about " + nic + ".");
        }
        if (body.host() == null || body.host().isBlank() || body.bootId() == null || body.capability() == null) {
            throw unprocessable("A registration names host, bootId, adminUrl and capability.");
        }
        String scheme = body.adminUrl() == null ? null : body.adminUrl().getScheme();
        if (!"http".equals(scheme) && !"https".equals(scheme)) {
            throw unprocessable("adminUrl must be an http or https URL.");
        }
        if (body.wire() == null || (body.wire() == WireKind.OVERLAY) != (body.vtep() != null)) {
            throw unprocessable("wire is UDP, or OVERLAY with a vtep.");
        }
        if (body.vtep() != null && !isAddress(body.vtep())) {
            throw unprocessable("vtep must be an IP address literal, not " + body.vtep() + ".");
        }
        int functionCount = body.capability().functionCount();
        if (functionCount < 0 || functionCount > MAX_FUNCTIONS) {
            throw unprocessable("A NIC has 0 to " + MAX_FUNCTIONS + " functions, not " + functionCount + ".");
        }
        if (body.capability().activeMtu() <= 0) {
            throw unprocessable("activeMtu must be positive.");
        }
    }

    private static boolean isAddress(String text) {
        try {
            return InetAddress.ofLiteral(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static ProblemException unprocessable(String detail) {
        return new ProblemException(ProblemType.UNPROCESSABLE, detail);
    }

    private static ProblemException missing(String nic) {
        return Caller.notFound("NIC " + nic);
    }
}
