package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.completion.CompletionWriter;
import io.verbena.nic.datapath.fetch.WqeFetcher;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.observe.EventQueue;
import io.verbena.nic.datapath.packet.PacketBuilder;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.QueuePairTable;
import io.verbena.nic.datapath.reliability.Outstanding;
import io.verbena.nic.datapath.scheduler.QpScheduler;
import io.verbena.nic.datapath.time.TimerWheel;
import java.util.ArrayList;
import java.util.List;

/** The blocks of one NIC, made once and shared by the parts of the pipeline. */
public final class Blocks {
    private final QueuePairTable queuePairs = new QueuePairTable();
    private final CompletionWriter completions = new CompletionWriter();
    private final WqeFetcher fetcher = new WqeFetcher();
    private final PacketBuilder builder = new PacketBuilder();
    private final Outstanding outstanding = new Outstanding();
    private final TimerWheel timers = new TimerWheel();
    private final Counters port = new Counters();
    private final EventQueue events = new EventQueue(port);
    private final QpScheduler scheduler;
    private final List<FunctionPort> functions = new ArrayList<>();

    public Blocks(int functionCount) {
        scheduler = new QpScheduler(functionCount);
        grow(functionCount);
    }

    /** Makes room for functions up to {@code functionCount}. */
    public void grow(int functionCount) {
        scheduler.grow(functionCount);
        while (functions.size() < functionCount) {
            functions.add(new FunctionPort());
        }
    }

    public QueuePairTable queuePairs() {
        return queuePairs;
    }

    public CompletionWriter completions() {
        return completions;
    }

    public WqeFetcher fetcher() {
        return fetcher;
    }

    public PacketBuilder builder() {
        return builder;
    }

    public Outstanding outstanding() {
        return outstanding;
    }

    public TimerWheel timers() {
        return timers;
    }

    /** Counts that belong to no function. */
    public Counters port() {
        return port;
    }

    public EventQueue events() {
        return events;
    }

    public FunctionPort function(int index) {
        return functions.get(index);
    }

    FunctionPort function(QueuePair qp) {
        return functions.get(qp.function());
    }

    QpScheduler scheduler() {
        return scheduler;
    }

    /** The one way to give a queue pair work. */
    public void activateRequests(QueuePair qp) {
        scheduler.activate(qp.slot(), qp.function(), QpScheduler.REQUEST);
    }

    void activateResponses(QueuePair qp) {
        scheduler.activate(qp.slot(), qp.function(), QpScheduler.RESPONSE);
    }
}
