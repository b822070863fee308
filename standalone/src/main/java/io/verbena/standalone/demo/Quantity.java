package io.verbena.standalone.demo;

import java.util.Locale;

/** Numbers as people read them. */
final class Quantity {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Quantity() {}

    /** Three digits and a binary unit; exact below 1 KiB. */
    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        boolean whole = value == Math.rint(value);
        return String.format(Locale.ROOT, whole || value >= 100 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
