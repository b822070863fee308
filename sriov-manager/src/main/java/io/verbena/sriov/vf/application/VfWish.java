package io.verbena.sriov.vf.application;

import io.verbena.sriov.vf.model.VfSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A VF that somebody wants.
 *
 * @param name null: one is made from its id
 */
public record VfWish(String tenant, @Nullable String name, Map<String, String> labels, VfSpec spec) {}
