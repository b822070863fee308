package io.verbena.sriov.vf.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.kit.web.Page;
import io.verbena.kit.web.PageQuery;
import io.verbena.sriov.vf.model.Happening;
import io.verbena.sriov.vf.model.VfHistory;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What happened to VFs, newest first; also to those that are gone, for a week. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "events", description = "What happened to virtual functions")
class VfEventController {
    private final VfHistory history;
    private final VirtualFunctions vfs;

    VfEventController(VfHistory history, VirtualFunctions vfs) {
        this.history = history;
        this.vfs = vfs;
    }

    /**
     * One thing that happened, once or more often.
     *
     * @param type Normal, or Warning: somebody should look at it
     * @param actor the client that asked for it, or sriov-manager by itself
     */
    @Schema(name = "Event")
    record Event(
            String type,
            String reason,
            String message,
            Subject object,
            String actor,
            long count,
            Instant firstSeen,
            Instant lastSeen) {}

    /** To what. */
    @Schema(name = "EventSubject")
    record Subject(String kind, UUID id, String name, String tenant) {}

    @Allows(Callers.TENANT)
    @GetMapping("/tenants/{tenant}/virtualFunctions/{vf}/events")
    @Operation(summary = "Lists what happened to a virtual function, newest first")
    Page<Event> ofVf(@PathVariable String tenant, @PathVariable("vf") String idOrName, PageQuery page) {
        Page<Event> found = page(tenant, idOrName, page);
        if (found.items().isEmpty() && vfs.find(tenant, idOrName).isEmpty()) {
            throw VfAnswers.missing(idOrName);
        }
        return found;
    }

    @Allows(Callers.TENANT)
    @GetMapping("/tenants/{tenant}/events")
    @Operation(summary = "Lists what happened to a tenant's virtual functions, newest first")
    Page<Event> ofTenant(@PathVariable String tenant, PageQuery page) {
        return page(tenant, null, page);
    }

    @Allows(Callers.PLATFORM)
    @GetMapping("/events")
    @Operation(summary = "Lists what happened to all virtual functions, newest first")
    Page<Event> ofAll(PageQuery page) {
        return page(null, null, page);
    }

    private Page<Event> page(@Nullable String tenant, @Nullable String vf, PageQuery page) {
        String after = page.after();
        return page.of(
                history.page(tenant, vf, after == null ? null : place(after), page.fetchCount()),
                entry -> entry.lastSeen() + " " + entry.id(),
                VfEventController::shown);
    }

    /** Reads a key as it is made above. */
    private static VfHistory.Place place(String key) {
        int gap = key.indexOf(' ');
        return new VfHistory.Place(Instant.parse(key.substring(0, gap)), Long.parseLong(key.substring(gap + 1)));
    }

    private static Event shown(VfHistory.Entry entry) {
        Happening happening = entry.happening();
        return new Event(
                switch (happening.kind()) {
                    case NORMAL -> "Normal";
                    case WARNING -> "Warning";
                },
                happening.reason(),
                happening.message(),
                new Subject("VirtualFunction", entry.vf(), entry.name(), entry.tenant()),
                entry.actor(),
                entry.count(),
                entry.firstSeen(),
                entry.lastSeen());
    }
}
