package io.verbena.standalone;

import io.verbena.standalone.system.Settings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of each command that starts the system. */
final class SystemOptions {
    static final List<String> NAMES = List.of("--loss", "--pcap", "--http-port", "--address-pool");

    @Option(
            names = "--loss",
            paramLabel = "PERCENT",
            converter = Arguments.LossPercent.class,
            description =
                    "Both NICs drop this share of the packets that they send, 0 to 50 (default: ${DEFAULT-VALUE}).")
    private int lossPercent;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            converter = Arguments.OutputFile.class,
            description = "Write every RoCEv2 packet of the run to FILE.")
    private @Nullable Path pcap;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            converter = Arguments.FirstPort.class,
            description = "Where the services' ports begin; each takes the next free one (default: ${DEFAULT-VALUE}).")
    private int httpPort = Settings.DEFAULT_HTTP_PORT;

    @Option(
            names = "--address-pool",
            paramLabel = "127.N.0.0/16",
            converter = Arguments.AddressPool.class,
            description = "Addresses of the VFs; a second system needs another pool (default: ${DEFAULT-VALUE}).")
    private String addressPool = Settings.DEFAULT_ADDRESS_POOL;

    Settings settings() {
        return new Settings(httpPort, addressPool, lossPercent, pcap, Settings.DEFAULT_SEED);
    }
}
