package io.verbena.tenant.lease.application;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.contracts.change.ChangeType;
import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.kit.changelog.Outbox;
import io.verbena.tenant.lease.model.ConfirmOutcome;
import io.verbena.tenant.lease.model.LeaseBook;
import io.verbena.tenant.lease.model.LeaseLedger;
import io.verbena.tenant.lease.model.LeaseSurvey;
import io.verbena.tenant.lease.model.NicStanding;
import io.verbena.tenant.lease.model.SyncOutcome;
import io.verbena.tenant.lease.model.SyncOutcome.Synced;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** The ledger of leases as NICs and operators reach it. */
@Service
public class Leases {
    private static final Logger log = LoggerFactory.getLogger(Leases.class);

    private final LeaseLedger ledger;
    private final LeaseSurvey survey;
    private final Outbox outbox;
    private final TransactionTemplate transactions;
    private final Counter raises;

    Leases(
            LeaseBook book,
            LeaseSurvey survey,
            LeaseProperties properties,
            Outbox outbox,
            TransactionTemplate transactions,
            MeterRegistry registry) {
        this.ledger = new LeaseLedger(book, properties.term().toMillis());
        this.survey = survey;
        this.outbox = outbox;
        this.transactions = transactions;
        this.raises = Counter.builder("vnic.lease.forgotten.grants")
                .description("Grants that a NIC had seen and the ledger had forgotten")
                .register(registry);
    }

    public LeaseChallenge register(String nic, UUID bootId) {
        return ledger.register(nic, bootId, UUID.randomUUID());
    }

    public ConfirmOutcome confirm(String nic, UUID bootId, UUID challenge) {
        ConfirmOutcome outcome = ledger.confirm(nic, bootId, challenge, System.currentTimeMillis());
        if (outcome instanceof ConfirmOutcome.Opened(var opening)) {
            log.info("boot {} speaks for {}, incarnation {}", bootId, nic, opening.incarnation());
        }
        return outcome;
    }

    public SyncOutcome sync(String nic, LeaseSync sync) {
        SyncOutcome outcome = ledger.sync(nic, sync);
        if (outcome instanceof Synced(var reply, var raised) && !raised.isEmpty()) {
            raises.increment(raised.size());
            log.warn("{} was granted what this ledger has forgotten, and keeps it: {}", nic, raised);
        }
        return outcome;
    }

    /**
     * Frees what a NIC has, on an operator's word, who is recorded with it.
     *
     * @return its standing now; empty when there is no such NIC
     */
    public Optional<NicStanding> declareDead(String nic, String operator) {
        if (!survey.knows(nic)) {
            return Optional.empty();
        }
        NicStanding closed = transactions.execute(transaction -> {
            NicStanding standing = ledger.declareDead(nic, System.currentTimeMillis());
            outbox.append(
                    "nicLease",
                    nic,
                    standing.incarnation(),
                    "",
                    ChangeType.MODIFIED,
                    new DeclaredDead(nic, standing.incarnation(), operator));
            return standing;
        });
        log.warn("{} was declared dead by {}: what it had is free", nic, operator);
        return Optional.of(closed);
    }

    /** Body of the change log's entry. */
    record DeclaredDead(String nic, long incarnation, String declaredDeadBy) {}
}
