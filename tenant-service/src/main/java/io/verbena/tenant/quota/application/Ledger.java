package io.verbena.tenant.quota.application;

import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.Outbox;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Accounts;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Charge;
import io.verbena.tenant.quota.model.Lifecycle;
import io.verbena.tenant.quota.model.Line;
import io.verbena.tenant.quota.model.Lineage;
import io.verbena.tenant.quota.model.Lineages;
import io.verbena.tenant.quota.model.Reduction;
import io.verbena.tenant.quota.model.Refusal;
import io.verbena.tenant.quota.model.Reservation;
import io.verbena.tenant.quota.model.Reservations;
import io.verbena.tenant.quota.model.ReserveCommand;
import io.verbena.tenant.quota.model.ReserveOutcome;
import io.verbena.tenant.quota.model.ReserveOutcome.Ended;
import io.verbena.tenant.quota.model.ReserveOutcome.Held;
import io.verbena.tenant.quota.model.ReserveOutcome.Mismatch;
import io.verbena.tenant.quota.model.ReserveOutcome.Refused;
import io.verbena.tenant.quota.model.ReserveOutcome.Suspended;
import io.verbena.tenant.quota.model.ReserveOutcome.UnknownTenant;
import io.verbena.tenant.quota.model.Step;
import io.verbena.tenant.quota.model.Verb;
import io.verbena.tenant.quota.model.VerbOutcome;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The ledger: at every node and for every resource, used + reserved stays within the limit that was in force when it was
 * charged. Whatever is repeated, raced or cut off by a crash, a reservation is charged to all of its accounts or to none.
 */
@Service
public class Ledger {
    private static final String OBJECT_TYPE = "reservation";

    private final Lineages lineages;
    private final Accounts accounts;
    private final Reservations reservations;
    private final Outbox outbox;
    private final Denials denials;
    private final TransactionTemplate transactions;

    Ledger(
            Lineages lineages,
            Accounts accounts,
            Reservations reservations,
            Outbox outbox,
            Denials denials,
            TransactionTemplate transactions) {
        this.lineages = lineages;
        this.accounts = accounts;
        this.reservations = reservations;
        this.outbox = outbox;
        this.denials = denials;
        this.transactions = transactions;
    }

    /** Charges the tenant and all its ancestors, or nobody. Repeats of one operation id are answered with what the first made. */
    public ReserveOutcome reserve(ReserveCommand command) {
        ReserveOutcome outcome = transactions.execute(transaction -> {
            ReserveOutcome inside = reserveInside(command);
            if (inside instanceof Refused || inside instanceof Suspended) {
                // Ancestors above the one that refused are charged by now, and the reservation is stored.
                transaction.setRollbackOnly();
            }
            return inside;
        });
        if (outcome instanceof Refused(var refusal)) {
            denials.count(refusal);
        }
        return outcome;
    }

    private ReserveOutcome reserveInside(ReserveCommand command) {
        Optional<Lineage> found = lineages.holdTenant(command.tenant());
        if (found.isEmpty()) {
            return new UnknownTenant(command.tenant());
        }
        Lineage lineage = found.get();
        Optional<Reservation> inserted = reservations.insert(command, lineage.tenant());
        if (inserted.isEmpty()) {
            return repeated(command, reservations.find(command.operationId()).orElseThrow());
        }
        if (lineage.suspended()) {
            return new Suspended(command.tenant());
        }
        Reservation reservation = inserted.get();
        for (Account account : lineage.rootToLeaf()) {
            if (!accounts.reserve(account, reservation.amounts())) {
                return new Refused(refusal(account, reservation));
            }
        }
        append(reservation, ChangeType.ADDED);
        return new Held(reservation, true);
    }

    private static ReserveOutcome repeated(ReserveCommand command, Reservation existing) {
        if (!command.asksFor(existing)) {
            return new Mismatch(existing);
        }
        return switch (existing.effectiveState()) {
            case RESERVED, COMMITTED -> new Held(existing, false);
            case RELEASED, RETURNED, EXPIRED -> new Ended(existing);
        };
    }

    /** The lines asked for are locked, so they still are what refused. */
    private Refusal refusal(Account account, Reservation reservation) {
        for (Line line : accounts.quota(account).lines()) {
            Long requested = reservation.amounts().byResource().get(line.resource());
            if (requested != null && !line.admits(requested)) {
                return new Refusal(
                        line.resource(),
                        account.scope(),
                        reservation.tenant(),
                        line.effectiveLimit(),
                        line.used() + line.leased(),
                        line.reserved(),
                        requested);
            }
        }
        throw new IllegalStateException(account.scope() + " refused " + reservation.amounts() + " for no reason");
    }

    /** Renews, commits or gives back. */
    public VerbOutcome apply(UUID operationId, Verb verb) {
        return transactions.execute(transaction -> reservations
                .lock(operationId)
                .<VerbOutcome>map(locked -> applyTo(locked, verb))
                .orElseGet(VerbOutcome.UnknownReservation::new));
    }

    /** Lowers what is committed to {@code remaining}. */
    public VerbOutcome reduce(UUID operationId, Amounts remaining) {
        return transactions.execute(transaction -> reservations
                .lock(operationId)
                .<VerbOutcome>map(locked -> reduceTo(locked, remaining))
                .orElseGet(VerbOutcome.UnknownReservation::new));
    }

    /**
     * Expires the reservation that is overdue the longest, unless somebody else is at it.
     *
     * @return whether there was one; then there may be another
     */
    public boolean expireOne() {
        return transactions.execute(transaction -> {
            Optional<Reservation> overdue = reservations.lockOverdue();
            overdue.ifPresent(locked -> applyTo(locked, Verb.EXPIRE));
            return overdue.isPresent();
        });
    }

    public Optional<Reservation> find(UUID operationId) {
        return reservations.find(operationId);
    }

    private VerbOutcome applyTo(Reservation locked, Verb verb) {
        return switch (Lifecycle.decide(locked, verb)) {
            case Step.Move(var to, var charge) -> {
                charge(locked, locked.amounts(), charge);
                yield done(reservations.move(locked, to));
            }
            case Step.AlreadyDone() -> new VerbOutcome.Done(locked);
            case Step.Illegal(var state, var allowedVerbs) -> new VerbOutcome.Illegal(state, allowedVerbs);
        };
    }

    private VerbOutcome reduceTo(Reservation locked, Amounts remaining) {
        return switch (Lifecycle.decide(locked, Verb.REDUCE)) {
            case Step.Move(var _, var charge) ->
                switch (Reduction.plan(locked.amounts(), remaining)) {
                    case Reduction.GiveBack(var difference) -> {
                        charge(locked, difference, charge);
                        yield done(reservations.reduce(locked, remaining));
                    }
                    case Reduction.Nothing() -> new VerbOutcome.Done(locked);
                    case Reduction.Rise(var resource, var present, var wanted) ->
                        new VerbOutcome.Rise(resource, present, wanted);
                };
            case Step.AlreadyDone() -> new VerbOutcome.Done(locked);
            case Step.Illegal(var state, var allowedVerbs) -> new VerbOutcome.Illegal(state, allowedVerbs);
        };
    }

    private void charge(Reservation reservation, Amounts amounts, Charge charge) {
        if (charge != Charge.NONE) {
            for (Account account : lineageOf(reservation).rootToLeaf()) {
                accounts.apply(account, amounts, charge);
            }
        }
    }

    private VerbOutcome done(Reservation moved) {
        append(moved, ChangeType.MODIFIED);
        return new VerbOutcome.Done(moved);
    }

    private Lineage lineageOf(Reservation reservation) {
        UUID tenantNodeId = reservation.tenantNodeId();
        if (tenantNodeId == null) {
            throw new IllegalStateException("reservation " + reservation.operationId() + " is " + reservation.state()
                    + " and its tenant " + reservation.tenant() + " is gone");
        }
        return lineages.ofNode(tenantNodeId);
    }

    private void append(Reservation reservation, ChangeType type) {
        outbox.append(
                OBJECT_TYPE,
                reservation.operationId().toString(),
                reservation.version(),
                reservation.tenantPath(),
                type,
                ReservationReplies.of(reservation));
    }
}
