package io.verbena.tenant.issuer;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.kit.security.Caller;
import io.verbena.tenant.tenant.NodeKind;
import io.verbena.tenant.tenant.NodeRef;
import io.verbena.tenant.tenant.NodeTree;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.transaction.annotation.Transactional;

/** A tenant's own clients. Their secrets are drawn here, told once and kept as hashes. They go with their tenant. */
@Transactional
class TenantClients {
    /** Far more than a tenant has programs that talk to us; keeps one tenant from filling the table. */
    static final int MAX_PER_TENANT = 100;

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 6;

    private final Clients clients;
    private final NodeTree tree;
    private final PasswordEncoder encoder;
    private final SecureRandom random = new SecureRandom();

    TenantClients(Clients clients, NodeTree tree, PasswordEncoder encoder) {
        this.clients = clients;
        this.tree = tree;
        this.encoder = encoder;
    }

    /** @throws ProblemException 404 without the tenant, 409 when it has {@link #MAX_PER_TENANT} already */
    NewClient create(String tenant, String role) {
        NodeRef node = tree.hold(NodeKind.TENANT, tenant).orElseThrow(() -> Caller.notFound("tenant " + tenant));
        // Two that come together may both pass: the bound is against growth, not a quota.
        if (clients.countOfTenant(node.id()) >= MAX_PER_TENANT) {
            throw new ProblemException(
                    ProblemType.FAILED_PRECONDITION,
                    "The tenant has " + MAX_PER_TENANT + " clients; delete one first.",
                    Map.of("limit", MAX_PER_TENANT));
        }
        String id = tenant + "." + HexFormat.of().formatHex(bytes(ID_BYTES));
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(SECRET_BYTES));
        return new NewClient(clients.insertForTenant(id, encoder.encode(secret), role, node.id()), secret);
    }

    @Transactional(readOnly = true)
    List<Client> list(String tenant, @Nullable String after, int limit) {
        NodeRef node = tree.find(NodeKind.TENANT, tenant).orElseThrow(() -> Caller.notFound("tenant " + tenant));
        return clients.ofTenant(node.id(), after, limit);
    }

    /** @throws ProblemException 404 when it is not there or not this tenant's */
    @Transactional(readOnly = true)
    Client read(String tenant, String id) {
        return clients.find(id)
                .filter(client -> tenant.equals(client.tenant()))
                .orElseThrow(() -> Caller.notFound("client " + id));
    }

    void delete(Client client) {
        clients.delete(client.id());
    }

    private byte[] bytes(int count) {
        byte[] drawn = new byte[count];
        random.nextBytes(drawn);
        return drawn;
    }

    /** A client and the secret that nobody will see again. */
    record NewClient(Client client, String secret) {
        /** Without the secret. */
        @Override
        public String toString() {
            return "NewClient[client=" + client + "]";
        }
    }
}
