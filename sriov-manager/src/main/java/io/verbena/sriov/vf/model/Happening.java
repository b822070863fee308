package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One thing that happened to a VF, as a person wants to hear it.
 *
 * @param reason CamelCase, for programs
 * @param message for people
 */
public record Happening(Kind kind, String reason, String message) {
    /** Whether somebody should look at it. */
    public enum Kind {
        NORMAL,
        WARNING
    }

    /** Asked for. */
    public static Happening requested(VirtualFunction vf) {
        return new Happening(
                Kind.NORMAL, "Requested", "With " + described(vf.spec().limits()));
    }

    /** Gone. */
    public static Happening removed() {
        return new Happening(Kind.NORMAL, "Removed", "Nothing of it is left");
    }

    /** The NIC did not hold any more what it was set to. */
    public static Happening drifted(String nic) {
        return new Happening(
                Kind.WARNING, "DriftFound", "On " + nic + " it was no longer as it had been set; it is set again");
    }

    /** What a change says: other limits, another state, conditions that turned, one more attempt that failed. */
    public static List<Happening> between(VirtualFunction before, VirtualFunction after) {
        List<Happening> found = new ArrayList<>();
        if (!after.spec().limits().equals(before.spec().limits())) {
            found.add(new Happening(
                    Kind.NORMAL,
                    "LimitsChanged",
                    "Generation " + after.generation() + " wants "
                            + described(after.spec().limits())));
        }
        VfStatus now = after.status();
        List<Condition> turned = now.conditions().stream()
                .filter(condition -> turned(before.status().condition(condition.type()), condition))
                .toList();
        Fault fault = now.retries().equals(before.status().retries())
                ? null
                : now.retries().fault();
        boolean moved = now.state() != before.status().state();
        if (moved) {
            found.add(new Happening(
                    now.state() == VfState.FAILED || now.state() == VfState.QUARANTINED ? Kind.WARNING : Kind.NORMAL,
                    camelCase(now.state()),
                    "It was " + before.status().state()
                            + turned.stream()
                                    .map(condition -> "; " + condition.message())
                                    .collect(Collectors.joining())));
        } else if (fault == null) {
            turned.forEach(condition ->
                    found.add(new Happening(kind(before, after, condition), condition.reason(), condition.message())));
        }
        if (fault != null) {
            found.add(new Happening(Kind.WARNING, fault.reason(), fault.detail()));
        }
        return found;
    }

    private static boolean turned(Optional<Condition> before, Condition after) {
        return before.isEmpty()
                || before.get().status() != after.status()
                || !before.get().reason().equals(after.reason());
    }

    /** What nobody has asked for is a warning: it stopped working though its intent is as it was. */
    private static Kind kind(VirtualFunction before, VirtualFunction after, Condition turned) {
        boolean failed = turned.status() == Condition.Status.FALSE
                && (turned.type().equals(Condition.DRAINED)
                        || turned.type().equals(Condition.READY)
                                && before.status().ready()
                                && before.generation() == after.generation()
                                && Objects.equals(
                                        before.status().attachment(),
                                        after.status().attachment()));
        return failed ? Kind.WARNING : Kind.NORMAL;
    }

    private static String described(VfLimits limits) {
        return limits.byResource().entrySet().stream()
                .map(limit -> words(limit.getKey()) + " " + limit.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String words(Resource resource) {
        return resource.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String camelCase(VfState state) {
        return state.name().charAt(0) + state.name().substring(1).toLowerCase(Locale.ROOT);
    }
}
