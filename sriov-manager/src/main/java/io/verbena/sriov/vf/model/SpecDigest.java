package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 of a function's spec in its canonical form: one line {@code key=value} each for tenant, vf, address and vni, then
 * for every resource but VF in the order of {@link Resource}, absent as 0, then {@code max.RESOURCE=value}
 * for every resource that has a maximum of its own, each ended by a line feed, in UTF-8. None of
 * the values can hold a line feed: names are DNS labels, addresses are literals.
 */
public final class SpecDigest {
    private SpecDigest() {}

    /** Lower-case hex, 64 characters. */
    public static String of(FunctionSpec spec) {
        return HexFormat.of().formatHex(sha256(canonical(spec)));
    }

    static String canonical(FunctionSpec spec) {
        StringBuilder text = new StringBuilder();
        line(text, "tenant", spec.tenant());
        line(text, "vf", spec.vf());
        line(text, "address", spec.address());
        line(text, "vni", Integer.toString(spec.vni()));
        for (Resource resource : Resource.values()) {
            if (resource != Resource.VF) {
                line(text, resource.name(), Long.toString(spec.limits().getOrDefault(resource, 0L)));
            }
        }
        Map<Resource, Long> max = spec.max() == null ? Map.of() : new TreeMap<>(spec.max());
        max.forEach((resource, most) -> line(text, "max." + resource.name(), Long.toString(most)));
        return text.toString();
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key).append('=').append(value).append('\n');
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
