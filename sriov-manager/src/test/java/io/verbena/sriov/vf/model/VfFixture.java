package io.verbena.sriov.vf.model;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** VFs in each stage of their life, at a fixed time. */
public final class VfFixture {
    public static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    public static final UUID BOOT = UUID.fromString("0b000000-0000-4000-8000-000000000001");
    public static final UUID UID = UUID.fromString("01936f00-0000-7000-8000-000000000001");
    public static final UUID OPERATION = UUID.fromString("01936f00-0000-7000-8000-0000000000aa");
    public static final VfLimits LIMITS = new VfLimits(16, 16, 64, 4, 1 << 20);

    private VfFixture() {}

    public static VirtualFunction requested() {
        return VirtualFunction.requested(
                UID, "blue", "blue-a", Map.of("app", "test"), new VfSpec(null, LIMITS), OPERATION, NOW);
    }

    public static VirtualFunction placed() {
        return requested().reserved(NOW).placed(place(1), NOW);
    }

    public static Placement place(long epoch) {
        return new Placement("nic-a", "host-a", 0, 3, "127.77.0.1", 4242, BOOT, epoch);
    }

    public static VirtualFunction configuring() {
        return placed().configuring(NOW);
    }

    public static VirtualFunction active() {
        VirtualFunction vf = configuring();
        return vf.confirmed(vf.tuple(), NOW).activated(NOW).settled(NOW);
    }

    public static VirtualFunction draining() {
        return active().draining(UUID.randomUUID(), new Drain(NOW.plusSeconds(2), Drain.Outcome.FORCE), NOW);
    }

    public static VirtualFunction resetting() {
        return draining().resetting(2, NOW);
    }
}
