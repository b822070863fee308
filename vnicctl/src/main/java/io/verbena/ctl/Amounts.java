package io.verbena.ctl;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Limits as people write them: {@code qp=8}, {@code registeredBytes=32Mi}. */
final class Amounts {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})(Ki|Mi|Gi|Ti)?");
    private static final Map<String, Integer> SHIFTS = Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40);
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti"};
    private static final int STEP = 1024;

    private Amounts() {}

    /** A count or a number of bytes, perhaps with a binary unit. */
    static final class Converter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            Matcher matcher = AMOUNT.matcher(value);
            if (!matcher.matches()) {
                throw new TypeConversionException(
                        "'" + value + "' is not a number, such as 8, 4096 or 32Mi (Ki, Mi, Gi, Ti)");
            }
            long number = Long.parseLong(matcher.group(1));
            int shift = matcher.group(2) == null ? 0 : SHIFTS.getOrDefault(matcher.group(2), 0);
            if (number > Long.MAX_VALUE >> shift) {
                throw new TypeConversionException("'" + value + "' is more than " + Long.MAX_VALUE);
            }
            return number << shift;
        }
    }

    /** Bytes with the largest binary unit that is exact. */
    static String shown(String resource, long amount) {
        if (!resource.equals("registeredBytes")) {
            return Long.toString(amount);
        }
        long value = amount;
        int unit = 0;
        while (value >= STEP && value % STEP == 0 && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return value + UNITS[unit];
    }
}
