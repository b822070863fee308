package io.verbena.standalone;

import io.verbena.standalone.system.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What arguments may be; anything else is refused before anything starts. */
final class Arguments {
    private Arguments() {}

    /** A whole number of percent that a port may drop. */
    static final class LossPercent implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return inRange(value, 0, Settings.MAX_LOSS_PERCENT, "percent");
        }
    }

    /** A TCP port that leaves room for the next two. */
    static final class FirstPort implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return inRange(value, 1, Settings.MAX_FIRST_HTTP_PORT, "a port");
        }
    }

    /** A /16 of the loopback network. */
    static final class AddressPool implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            if (!Settings.isAddressPool(value)) {
                throw new TypeConversionException("'" + value + "' is not 127.N.0.0/16 with N from 1 to 254");
            }
            return value;
        }
    }

    /** A file that can be written, relative to the user's folder. */
    static final class OutputFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String value) {
            Path file = Folders.detect().resolve(Path.of(value));
            Path folder = file.getParent();
            if (Files.isDirectory(file)) {
                throw new TypeConversionException("'" + value + "' is a folder");
            }
            if (folder == null || !Files.isDirectory(folder)) {
                throw new TypeConversionException("there is no folder " + folder);
            }
            if (!Files.isWritable(Files.exists(file) ? file : folder)) {
                throw new TypeConversionException("'" + value + "' cannot be written");
            }
            return file;
        }
    }

    /** Where a part listens: no path, as those are the part's own. */
    static final class HttpUrl implements ITypeConverter<URI> {
        @Override
        public URI convert(String value) {
            try {
                URI url = new URI(value.endsWith("/") ? value.substring(0, value.length() - 1) : value);
                boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
                if (http && url.getHost() != null && url.getRawPath().isEmpty() && url.getRawQuery() == null) {
                    return url;
                }
            } catch (URISyntaxException _) {
                // Said below, as for a URL of another kind.
            }
            throw new TypeConversionException("'" + value + "' is not http://HOST:PORT or https://HOST:PORT");
        }
    }

    /** As it was given. */
    static final class Text implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return value;
        }
    }

    private static int inRange(String value, int from, int to, String what) {
        try {
            int number = Integer.parseInt(value);
            if (number >= from && number <= to) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below, as for a number out of range.
        }
        throw new TypeConversionException("'" + value + "' is not " + what + " from " + from + " to " + to);
    }
}
