package io.verbena.sriov.vf.application;

import io.verbena.sriov.vf.model.Attachment;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.VfVerb;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives VFs to holders and takes them back. Each change of the holder draws an epoch, so that the NIC closes what the former
 * one has open; whatever is said about an older epoch has no effect, however late or often.
 */
@Service
public class Attachments {
    private static final Logger log = LoggerFactory.getLogger(Attachments.class);

    private static final int EXPIRY_MS = 500;

    /** In one go, so that many leases of one moment do not hold the scheduler up. */
    private static final int MAX_EXPIRED = 500;

    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Attachments(VirtualFunctions vfs, FunctionSlots slots, TransactionTemplate transaction, Clock clock) {
        this.vfs = vfs;
        this.slots = slots;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Gives the VF to a holder; the one who has it renews its lease.
     *
     * @param lease null: until it is detached
     */
    public AttachOutcome attach(
            String tenant, String idOrName, String holder, @Nullable Duration lease, boolean dryRun) {
        return within(tenant, idOrName, dryRun, (vf, epoch) -> attach(vf, epoch, holder, lease));
    }

    private AttachOutcome attach(VirtualFunction vf, Epoch epoch, String holder, @Nullable Duration lease) {
        Attachment present = vf.status().attachment();
        if (present != null && !present.holder().equals(holder)) {
            return new AttachOutcome.Held(vf);
        }
        if (!vf.status().allows(VfVerb.ATTACH)) {
            return new AttachOutcome.NotNow(vf);
        }
        Instant until = lease == null ? null : vfs.databaseNow().plus(lease);
        if (present != null) {
            return epoch.dryRun ? new AttachOutcome.Done(vf) : changed(vf, now -> now.leased(until));
        }
        OptionalLong drawn = epoch.draw(vf);
        return drawn.isEmpty()
                ? new AttachOutcome.Done(vf)
                : changed(vf, now -> now.attached(new Attachment(drawn.getAsLong(), holder, until), clock.instant()));
    }

    /** Takes the VF back from the attachment of that epoch; without effect when that is over. */
    public AttachOutcome detach(String tenant, String idOrName, long epoch, boolean dryRun) {
        return within(tenant, idOrName, dryRun, (vf, next) -> {
            Attachment present = vf.status().attachment();
            if (!vf.status().allows(VfVerb.DETACH)) {
                return new AttachOutcome.NotNow(vf);
            }
            if (present == null) {
                return new AttachOutcome.Done(vf);
            }
            return present.epoch() == epoch
                    ? detach(vf, next, "Detaching", "Held by nobody any more")
                    : new AttachOutcome.Held(vf);
        });
    }

    private AttachOutcome detach(VirtualFunction vf, Epoch next, String reason, String message) {
        OptionalLong drawn = next.draw(vf);
        return drawn.isEmpty()
                ? new AttachOutcome.Done(vf)
                : changed(vf, now -> now.detached(drawn.getAsLong(), reason, message, clock.instant()));
    }

    /** Ends leases that are over. Every replica does; the second one finds nothing to do. */
    @Scheduled(fixedDelay = EXPIRY_MS)
    void expire() {
        for (UUID uid : vfs.expiredLeases(MAX_EXPIRED)) {
            transaction.executeWithoutResult(status -> {
                // After the slot's lock: a renewal that came first is seen, one that comes later finds no lease.
                slots.lock(uid);
                Instant now = vfs.databaseNow();
                vfs.find(uid)
                        .filter(vf -> vf.status().allows(VfVerb.DETACH))
                        .filter(vf -> vf.status().attachment() instanceof Attachment held && held.expired(now))
                        .ifPresent(vf -> {
                            log.info("VF {}: the lease is over", uid);
                            detach(vf, new Epoch(false), "LeaseExpired", "Its holder's lease is over");
                        });
            });
        }
    }

    @FunctionalInterface
    private interface Change {
        AttachOutcome apply(VirtualFunction vf, Epoch epoch);
    }

    private AttachOutcome within(String tenant, String idOrName, boolean dryRun, Change change) {
        return transaction.execute(status -> {
            Optional<VirtualFunction> found = vfs.find(tenant, idOrName);
            if (found.isEmpty()) {
                return new AttachOutcome.Missing();
            }
            // The slot's lock first, as everywhere; what is decided is decided on what is there under it.
            slots.lock(found.get().uid());
            return vfs.lock(tenant, idOrName)
                    .map(vf -> change.apply(vf, new Epoch(dryRun)))
                    .orElseGet(AttachOutcome.Missing::new);
        });
    }

    private AttachOutcome changed(VirtualFunction vf, Function<VirtualFunction, VirtualFunction> change) {
        return vfs.update(vf.uid(), change::apply)
                .<AttachOutcome>map(AttachOutcome.Done::new)
                .orElseGet(AttachOutcome.Missing::new);
    }

    /** The slot's next epoch, drawn when it is needed; empty when nothing is to be changed. */
    private final class Epoch {
        private final boolean dryRun;

        Epoch(boolean dryRun) {
            this.dryRun = dryRun;
        }

        OptionalLong draw(VirtualFunction vf) {
            return dryRun ? OptionalLong.empty() : slots.drawEpoch(vf.uid(), 0);
        }
    }
}
