package io.verbena.ctl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Limits by resource, as options. */
final class Limits {
    /** In the order in which they are shown. */
    static final List<String> RESOURCES = List.of("vf", "qp", "cq", "mr", "pd", "registeredBytes");

    @Option(
            names = {"-l", "--limit"},
            paramLabel = "RESOURCE=AMOUNT",
            split = ",",
            converter = {Name.class, Amounts.Converter.class},
            description = "vf, qp, cq, mr, pd or registeredBytes, such as -l qp=8,registeredBytes=32Mi.")
    private final Map<String, Long> limits = new LinkedHashMap<>();

    Map<String, Long> given() {
        return limits;
    }

    /** A resource that there is. */
    static final class Name implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!RESOURCES.contains(value)) {
                throw new TypeConversionException("'" + value + "' is none of " + RESOURCES);
            }
            return value;
        }
    }
}
