package io.verbena.nic.device;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A NIC as a process of its own, set by {@code VERBENA_NIC_*} variables; SIGTERM stops it in order. */
public final class Main {
    private static final int BAD_SETTINGS = 2;
    private static final int FAILED = 1;

    private Main() {}

    /** Exits with 0 after a signal, 1 when the NIC failed, 2 when it could not start as it was set. */
    public static void main(String[] arguments) throws InterruptedException {
        // Read by Logback before the first logger; a program that embeds a NIC has a configuration of its own.
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "nic-logback.xml");
        }
        Logger log = LoggerFactory.getLogger(Main.class);
        NicDevice device;
        try {
            device = NicDevice.start(NicEnvironment.read(System.getenv()));
        } catch (IllegalArgumentException | IOException e) {
            log.error("the NIC does not start: {}", e.getMessage());
            System.exit(BAD_SETTINGS);
            return;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        device.failed().thenRun(stopped::countDown);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(device::close));
        stopped.await();
        System.exit(FAILED);
    }
}
