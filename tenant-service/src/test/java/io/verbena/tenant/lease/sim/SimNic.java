package io.verbena.tenant.lease.sim;

import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseOpening;
import io.verbena.contracts.lease.LeaseReply;
import io.verbena.nic.datapath.function.Admission;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseHolder;
import io.verbena.nic.datapath.function.lease.LeaseLine;
import io.verbena.nic.datapath.function.lease.LeaseRequest;
import io.verbena.nic.device.lease.LeaseMessages;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A NIC with its present boot: the holder that production runs, and what a shell would do around it. */
public final class SimNic {
    private final String name;
    private final LeaseWorld world;
    private UUID bootId;
    private LeaseHolder holder;
    private LeaseHolder before;
    private @Nullable UUID challenge;
    private boolean running = true;
    boolean cut;

    SimNic(String name, LeaseWorld world, UUID bootId) {
        this.name = name;
        this.world = world;
        this.bootId = bootId;
        this.holder = new LeaseHolder(bootId);
        this.before = holder;
    }

    String name() {
        return name;
    }

    UUID bootId() {
        return bootId;
    }

    public LeaseHolder holder() {
        return holder;
    }

    /** That of the boot before. */
    public LeaseHolder before() {
        return before;
    }

    public List<String> tenants() {
        return world.lineages().stream()
                .map(lineage -> lineage.tenant().tenant())
                .toList();
    }

    public long nowNs() {
        return world.nowNs();
    }

    boolean running() {
        return running;
    }

    /** All that existed is gone; the next boot begins with nothing. */
    void reboot(UUID fresh) {
        before = holder;
        bootId = fresh;
        holder = new LeaseHolder(fresh);
        challenge = null;
        running = true;
    }

    /** Each second, and at once when a request was refused. */
    void sync() {
        if (!running) {
            return;
        }
        if (!holder.opened()) {
            UUID known = challenge;
            if (known == null) {
                world.register(this);
            } else {
                world.confirm(this, known);
            }
            return;
        }
        LeaseRequest request = holder.sync(world.nowNs());
        if (request != null) {
            world.sync(this, LeaseMessages.sync(request));
        }
    }

    void onChallenge(LeaseChallenge answer) {
        if (running && answer.bootId().equals(bootId) && !holder.opened()) {
            challenge = answer.challenge();
            sync();
        }
    }

    /** Another registration came between, perhaps a late one of an earlier boot. */
    void onStale(UUID toBoot) {
        if (toBoot.equals(bootId)) {
            challenge = null;
        }
    }

    void onOpened(LeaseOpening opening) {
        if (running && opening.bootId().equals(bootId) && !holder.opened()) {
            open(opening);
            sync();
        }
    }

    private void open(LeaseOpening opening) {
        holder.onOpened(opening.bootId(), opening.incarnation());
    }

    void onReply(LeaseReply reply) {
        if (running && holder.onGrants(LeaseMessages.grants(reply))) {
            sync();
        }
    }

    /** Resets and stops. */
    void onFenced(UUID toBoot) {
        if (running && toBoot.equals(bootId)) {
            holder.onFenced(toBoot);
            running = false;
        }
    }

    boolean create(String tenant, ResourceKind kind, long amount) {
        return running && holder.admit(tenant, kind, amount, world.nowNs()) instanceof Admission.Admitted;
    }

    void destroy(String tenant, ResourceKind kind, long amount) {
        if (amount > 0) {
            holder.release(tenant, kind, amount);
        }
    }

    /** What exists; nothing once it has stopped. */
    long used(String tenant, ResourceKind kind) {
        LeaseLine line = holder.find(tenant, kind);
        return running && line != null ? line.used() : 0;
    }
}
