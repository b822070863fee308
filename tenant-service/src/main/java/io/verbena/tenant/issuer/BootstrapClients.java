package io.verbena.tenant.issuer;

import io.verbena.tenant.issuer.IssuerProperties.BootstrapClient;
import java.util.Comparator;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes the platform's clients what the configuration says, before the first request is served. */
final class BootstrapClients implements InitializingBean {
    private final Clients clients;
    private final PasswordEncoder encoder;
    private final TransactionTemplate transactions;
    private final List<BootstrapClient> wanted;

    BootstrapClients(
            Clients clients, PasswordEncoder encoder, TransactionTemplate transactions, List<BootstrapClient> wanted) {
        this.clients = clients;
        this.encoder = encoder;
        this.transactions = transactions;
        // In one order, so that two replicas that start together do not lock rows crosswise.
        this.wanted = wanted.stream()
                .sorted(Comparator.comparing(BootstrapClient::id))
                .toList();
    }

    @Override
    public void afterPropertiesSet() {
        transactions.executeWithoutResult(transaction -> {
            for (BootstrapClient client : wanted) {
                String hash = encoder.encode(client.secret());
                if (!clients.putForPlatform(client.id(), hash, client.roles(), client.nic())) {
                    throw new IllegalStateException(
                            "verbena.issuer.bootstrap-clients names " + client.id() + ", which is a tenant's client");
                }
            }
            clients.retainForPlatform(wanted.stream().map(BootstrapClient::id).toList());
        });
    }
}
