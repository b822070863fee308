package io.verbena.nic.datapath.function;

import io.verbena.nic.datapath.completion.CompletionQueue;
import io.verbena.nic.datapath.doorbell.DoorbellUnit;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.translation.MemoryRegion;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one host process has open on a function: its doorbells and its objects, by handle. */
public final class VerbsContext {
    private final long id;
    private final VirtualFunction function;
    private final DoorbellUnit.Page doorbells;
    /** Protection domains with the number of objects that use each. */
    private final Map<Integer, Integer> protectionDomains = new LinkedHashMap<>();

    private final Map<Integer, MemoryRegion> memoryRegions = new LinkedHashMap<>();
    private final Map<Integer, CompletionQueue> completionQueues = new LinkedHashMap<>();
    private final Map<Integer, QueuePair> queuePairs = new LinkedHashMap<>();

    public VerbsContext(long id, VirtualFunction function, DoorbellUnit.Page doorbells) {
        this.id = id;
        this.function = function;
        this.doorbells = doorbells;
    }

    public long id() {
        return id;
    }

    public VirtualFunction function() {
        return function;
    }

    public DoorbellUnit.Page doorbells() {
        return doorbells;
    }

    public Map<Integer, Integer> protectionDomains() {
        return protectionDomains;
    }

    /** By lkey. */
    public Map<Integer, MemoryRegion> memoryRegions() {
        return memoryRegions;
    }

    public Map<Integer, CompletionQueue> completionQueues() {
        return completionQueues;
    }

    /** By QP number. */
    public Map<Integer, QueuePair> queuePairs() {
        return queuePairs;
    }

    /** One object more, or less, that uses a protection domain. */
    public void usePd(int pd, int change) {
        protectionDomains.merge(pd, change, Integer::sum);
    }
}
