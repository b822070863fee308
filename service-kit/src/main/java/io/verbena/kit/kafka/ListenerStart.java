package io.verbena.kit.kafka;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Starts the listeners once the name of a broker is known. A consumer fails where none is, and the whole start with it,
 * though all it takes may be a broker that comes up later.
 */
final class ListenerStart implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(ListenerStart.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final KafkaListenerEndpointRegistry listeners;
    private final List<String> bootstrap;
    private @Nullable Thread waiting;

    ListenerStart(KafkaListenerEndpointRegistry listeners, List<String> bootstrap) {
        this.listeners = listeners;
        this.bootstrap = bootstrap;
    }

    @Override
    public synchronized void start() {
        waiting = Thread.ofVirtual().name("starting Kafka listeners").start(this::startOnceKnown);
    }

    private void startOnceKnown() {
        boolean said = false;
        while (bootstrap.stream().noneMatch(ListenerStart::known)) {
            if (!said) {
                log.warn("no address is known for any of Kafka's hosts {}: listening once one is", bootstrap);
                said = true;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                return;
            }
        }
        listeners.getListenerContainers().forEach(MessageListenerContainer::start);
    }

    private static boolean known(String server) {
        try {
            InetAddress.getByName(
                    server.substring(0, Math.max(0, server.lastIndexOf(':'))).replaceAll("^\\[|]$", ""));
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** The registry stops the listeners themselves. */
    @Override
    public synchronized void stop() {
        if (waiting != null) {
            waiting.interrupt();
            waiting = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return waiting != null;
    }
}
