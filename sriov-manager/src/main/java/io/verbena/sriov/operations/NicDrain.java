package io.verbena.sriov.operations;

import io.verbena.sriov.vf.model.Drain;
import java.time.Duration;

/**
 * How the VFs of a NIC are drained.
 *
 * @param budget how many VFs may be on their way at once
 * @param patience how long each one's programs have, from when its turn comes
 */
public record NicDrain(int budget, Duration patience, Drain.Outcome outcome) {}
