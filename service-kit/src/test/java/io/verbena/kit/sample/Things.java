package io.verbena.kit.sample;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.Outbox;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.kit.watch.ListRequest;
import io.verbena.kit.watch.WatchedObjects;
import io.verbena.kit.web.ETag;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.Page;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
public class Things {
    private final JdbcClient jdbc;
    private final Outbox outbox;
    volatile @Nullable CountDownLatch entered;
    volatile @Nullable CountDownLatch release;

    public Things(JdbcClient jdbc, Outbox outbox) {
        this.jdbc = jdbc;
        this.outbox = outbox;
    }

    /** Makes each following creation report that it began, and wait. */
    public void hold(CountDownLatch entered, CountDownLatch release) {
        this.entered = entered;
        this.release = release;
    }

    record NewThing(
            @NotNull @Pattern(regexp = "[a-z][-a-z0-9]*") String name,
            @NotNull @Valid Spec spec) {}

    record Spec(@Min(0) long size, @Nullable Color color, Map<String, @Max(9) Integer> limits) {
        Spec {
            limits = limits == null ? Map.of() : Map.copyOf(limits);
        }
    }

    enum Color {
        RED,
        BLUE
    }

    record Thing(String name, String tenant, long size, long generation) {
        ETag etag() {
            return new ETag(generation, 0);
        }
    }

    @Allows(Callers.TENANT)
    @PostMapping("/tenants/{tenant}/things")
    @Transactional
    public ResponseEntity<Thing> create(@PathVariable String tenant, @Valid @RequestBody NewThing request)
            throws Exception {
        CountDownLatch begun = entered;
        CountDownLatch gate = release;
        if (begun != null && gate != null) {
            begun.countDown();
            gate.await();
        }
        if (request.spec().size() > 1000) {
            throw new ProblemException(
                    ProblemType.QUOTA_EXCEEDED,
                    "too large",
                    Map.of("limit", 1000, "requested", request.spec().size()));
        }
        jdbc.sql("INSERT INTO thing (name, tenant, size) VALUES (?, ?, ?)")
                .params(request.name(), tenant, request.spec().size())
                .update();
        Thing made = find(tenant, request.name());
        outbox.append("thing", made.name(), made.generation(), tenant, ChangeType.ADDED, made);
        return ResponseEntity.created(URI.create("/api/v1/tenants/" + tenant + "/things/" + made.name()))
                .eTag(made.etag().toString())
                .body(made);
    }

    @Allows(Callers.TENANT)
    @GetMapping("/tenants/{tenant}/things")
    public @Nullable Page<Thing> list(
            @PathVariable String tenant, ListRequest request, @RequestParam(defaultValue = "0") long minSize) {
        return request.answer(WatchedObjects.all("thing").ofTenant(tenant), page -> {
            String after = page.after();
            List<Thing> rows = jdbc.sql(
                            "SELECT * FROM thing WHERE tenant = ? AND size >= ? AND name > ? ORDER BY name LIMIT ?")
                    .params(tenant, minSize, after == null ? "" : after, page.fetchCount())
                    .query(Thing.class)
                    .list();
            return page.of(rows, Thing::name, thing -> thing);
        });
    }

    @Allows(Callers.TENANT)
    @GetMapping("/tenants/{tenant}/things/{name}")
    public ResponseEntity<Thing> get(@PathVariable String tenant, @PathVariable String name) {
        Thing thing = find(tenant, name);
        return ResponseEntity.ok().eTag(thing.etag().toString()).body(thing);
    }

    @Allows(Callers.TENANT)
    @PutMapping("/tenants/{tenant}/things/{name}")
    @Transactional
    public ResponseEntity<Thing> put(
            @PathVariable String tenant, @PathVariable String name, IfMatch ifMatch, @Valid @RequestBody Spec spec) {
        ifMatch.require(find(tenant, name).etag());
        jdbc.sql("UPDATE thing SET size = ?, generation = generation + 1 WHERE name = ?")
                .params(spec.size(), name)
                .update();
        Thing changed = find(tenant, name);
        outbox.append("thing", name, changed.generation(), tenant, ChangeType.MODIFIED, changed);
        return ResponseEntity.ok().eTag(changed.etag().toString()).body(changed);
    }

    @Allows(Callers.TENANT)
    @DeleteMapping("/tenants/{tenant}/things/{name}")
    @Transactional
    public void delete(@PathVariable String tenant, @PathVariable String name) {
        Thing last = find(tenant, name);
        jdbc.sql("DELETE FROM thing WHERE name = ?").param(name).update();
        outbox.append("thing", name, last.generation() + 1, tenant, ChangeType.DELETED, last);
    }

    @Allows(Callers.PLATFORM_ADMIN)
    @DeleteMapping("/platform")
    public void platformOnly() {}

    @Allows(Callers.NIC)
    @PostMapping("/nics/{nic}:register")
    public void register(@PathVariable String nic) {}

    @Allows(Callers.KNOWN)
    @GetMapping(value = "/failures/{kind}", produces = MediaType.APPLICATION_JSON_VALUE)
    public String fail(@PathVariable String kind) {
        if (kind.startsWith("sql-")) {
            jdbc.sql("DO $$ BEGIN RAISE EXCEPTION 'by the test' USING ERRCODE = '" + kind.substring(4) + "'; END $$")
                    .update();
        }
        throw switch (kind) {
            case "optimistic-lock" -> new OptimisticLockingFailureException("version 3");
            case "bug" -> new IllegalStateException("secret internals");
            default -> Caller.notFound("failure " + kind);
        };
    }

    private Thing find(String tenant, String name) {
        return jdbc.sql("SELECT * FROM thing WHERE tenant = ? AND name = ?")
                .params(tenant, name)
                .query(Thing.class)
                .optional()
                .orElseThrow(() -> Caller.notFound("thing " + name));
    }
}
