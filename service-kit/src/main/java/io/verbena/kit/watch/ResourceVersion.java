package io.verbena.kit.watch;

import io.verbena.kit.changelog.ChangeLog;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in the log: behind {@code pos}, and behind those later changes that a list has shown already.
 *
 * @param shown null when there are none, as mostly
 */
record ResourceVersion(UUID logId, long pos, @Nullable Shown shown) {
    private static final Pattern FORM =
            Pattern.compile("([-0-9a-f]{36})/(\\d{1,18})(?:/(\\d{1,18})/(\\d+:\\d+:[\\d,]*))?");

    /**
     * Changes above the position that a list's snapshot shows: committed before it, and not numbered yet.
     *
     * @param count how many of them are still to come
     */
    record Shown(String snapshot, long count) {}

    static ResourceVersion of(ChangeLog.Mark mark) {
        return new ResourceVersion(
                mark.head().logId(),
                mark.head().pos(),
                mark.unsequenced() == 0 ? null : new Shown(mark.snapshot(), mark.unsequenced()));
    }

    /** Reads what {@link #toString} wrote. */
    static Optional<ResourceVersion> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Shown shown = parts.group(3) == null ? null : new Shown(parts.group(4), Long.parseLong(parts.group(3)));
        return Optional.of(new ResourceVersion(UUID.fromString(parts.group(1)), Long.parseLong(parts.group(2)), shown));
    }

    /** Behind the next change as well. */
    ResourceVersion passed(ChangeLog.Compared next) {
        Shown left = shown;
        if (left != null && next.shown()) {
            left = left.count() == 1 ? null : new Shown(left.snapshot(), left.count() - 1);
        }
        return new ResourceVersion(logId, next.change().pos(), left);
    }

    @Override
    public String toString() {
        String place = logId + "/" + pos;
        return shown == null ? place : place + "/" + shown.count() + "/" + shown.snapshot();
    }
}
