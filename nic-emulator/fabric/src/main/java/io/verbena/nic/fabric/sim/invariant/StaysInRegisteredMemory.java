package io.verbena.nic.fabric.sim.invariant;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/** Memory that is not registered, or is no longer, keeps what it held when it was first seen. */
public final class StaysInRegisteredMemory implements Invariant {
    private final Map<String, byte[]> before = new HashMap<>();

    @Override
    public void onEvent(Observation world) {
        world.forbidden().forEach(this::check);
    }

    private void check(String what, MemorySegment memory) {
        byte[] expected = before.computeIfAbsent(what, _ -> memory.toArray(ValueLayout.JAVA_BYTE));
        long changed = memory.mismatch(MemorySegment.ofArray(expected));
        if (changed >= 0) {
            throw new InvariantViolation(StaysInRegisteredMemory.class, "byte " + changed + " of " + what + " changed");
        }
    }
}
