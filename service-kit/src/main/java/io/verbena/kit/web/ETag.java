package io.verbena.kit.web;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a resource as its strong entity tag, {@code "g<generation>.s<statusVersion>"}.
 *
 * @param generation raised by each change of the spec
 * @param statusVersion raised by each change of the status; 0 where there is no status
 */
public record ETag(long generation, long statusVersion) {
    /** 18 digits always fit a long. */
    private static final Pattern FORM = Pattern.compile("\"g(\\d{1,18})\\.s(\\d{1,18})\"");

    static Optional<ETag> parse(String header) {
        Matcher parts = FORM.matcher(header);
        return parts.matches()
                ? Optional.of(new ETag(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2))))
                : Optional.empty();
    }

    /** As it stands in a header, with its quotes. */
    @Override
    public String toString() {
        return "\"g" + generation + ".s" + statusVersion + "\"";
    }
}
