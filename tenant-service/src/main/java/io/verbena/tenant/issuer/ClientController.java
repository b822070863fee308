package io.verbena.tenant.issuer;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.kit.web.ETag;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.Page;
import io.verbena.kit.web.PageQuery;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@ConditionalOnBooleanProperty(name = "verbena.issuer.enabled", matchIfMissing = true)
@RequestMapping("/api/v1/tenants/{tenant}/clients")
@Tag(name = "clients", description = "A tenant's programs, which ask the issuer for tokens with their id and secret")
class ClientController {
    /** Nothing of a client can be changed. */
    private static final ETag ONLY_VERSION = new ETag(1, 0);

    private final TenantClients clients;

    ClientController(TenantClients clients) {
        this.clients = clients;
    }

    @Allows(Callers.TENANT_ADMIN)
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            summary = "Creates a client and tells its secret, this once",
            description = "Takes no Idempotency-Key: the answer would have to be kept, and with it the secret.")
    ResponseEntity<CreatedClient> create(
            @PathVariable String tenant,
            @Schema(hidden = true) @RequestHeader(name = "Idempotency-Key", required = false) @Nullable
                    String idempotencyKey,
            @Valid @RequestBody NewClient body) {
        if (idempotencyKey != null) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "A secret is told once and not kept for a repeat: send this without Idempotency-Key.");
        }
        var created = clients.create(tenant, body.spec().role().claim);
        return ResponseEntity.created(URI.create("/api/v1/tenants/" + tenant + "/clients/"
                        + created.client().id()))
                .eTag(ONLY_VERSION.toString())
                .cacheControl(CacheControl.noStore())
                .body(new CreatedClient(
                        ClientResource.of(created.client()).metadata(),
                        body.spec(),
                        created.client().id(),
                        created.secret()));
    }

    @Allows(Callers.TENANT)
    @GetMapping
    @Operation(summary = "Lists a tenant's clients by id, without their secrets")
    Page<ClientResource> list(@PathVariable String tenant, PageQuery page) {
        return page.of(clients.list(tenant, page.after(), page.fetchCount()), Client::id, ClientResource::of);
    }

    @Allows(Callers.TENANT)
    @GetMapping("/{clientId}")
    @Operation(summary = "Shows a client, without its secret")
    ResponseEntity<ClientResource> show(@PathVariable String tenant, @PathVariable String clientId) {
        return ResponseEntity.ok()
                .eTag(ONLY_VERSION.toString())
                .body(ClientResource.of(clients.read(tenant, clientId)));
    }

    @Allows(Callers.TENANT_ADMIN)
    @DeleteMapping("/{clientId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            summary = "Deletes a client",
            description = "It gets no more tokens; one that it has stays good until it expires.")
    void delete(@PathVariable String tenant, @PathVariable String clientId, IfMatch ifMatch) {
        Client client = clients.read(tenant, clientId);
        ifMatch.require(ONLY_VERSION);
        clients.delete(client);
    }

    /** What a tenant's client may be. */
    enum TenantRole {
        @JsonProperty("tenant-admin")
        ADMIN("tenant-admin"),
        @JsonProperty("tenant-operator")
        OPERATOR("tenant-operator"),
        @JsonProperty("tenant-viewer")
        VIEWER("tenant-viewer");

        private final String claim;

        TenantRole(String claim) {
            this.claim = claim;
        }

        static TenantRole of(String claim) {
            for (TenantRole role : values()) {
                if (role.claim.equals(claim)) {
                    return role;
                }
            }
            throw new IllegalStateException("a tenant's client has role " + claim);
        }
    }

    /** What is sent to create one. */
    record NewClient(@NotNull @Valid ClientSpec spec) {}

    /** What a client may do in its tenant. */
    record ClientSpec(@NotNull TenantRole role) {}

    /** Its id is what it shows to the issuer. */
    record ClientMetadata(String id, @Nullable String tenant, Instant createdAt) {}

    /** The answer to its creation; the secret is never shown again. */
    record CreatedClient(ClientMetadata metadata, ClientSpec spec, String clientId, String clientSecret) {}

    /** A client as it is shown. */
    @Schema(name = "Client")
    record ClientResource(ClientMetadata metadata, ClientSpec spec) {
        static ClientResource of(Client client) {
            return new ClientResource(
                    new ClientMetadata(client.id(), client.tenant(), client.createdAt()),
                    new ClientSpec(
                            TenantRole.of(client.roles().stream().findFirst().orElse(""))));
        }
    }
}
