package io.verbena.sriov.vf.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Said when a VF's row has changed, heard after the commit: a signal to look, without content to trust.
 *
 * @param nic where it sits, null when nowhere
 * @param operation what is changing it, null when nothing is
 */
public record VfChanged(
        UUID uid, @Nullable String nic, @Nullable UUID operation) {}
