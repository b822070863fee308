package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.abi.CompletionRing;
import io.verbena.nic.datapath.abi.DoorbellPage;
import io.verbena.nic.datapath.abi.QueueMemory;
import io.verbena.nic.datapath.abi.SleepFlag;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseRequest;
import io.verbena.nic.datapath.observe.CounterSnapshot;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.wire.Gid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a command. */
public sealed interface AdminResult {

    /** @param changed false when the command had been applied before */
    record FunctionApplied(boolean changed, FunctionStatus current) implements AdminResult {}

    /** @param changed false when there were so many before */
    record FunctionsResized(boolean changed, long epoch, int functionCount) implements AdminResult {}

    record FunctionsRead(List<FunctionStatus> functions) implements AdminResult {
        public FunctionsRead {
            functions = List.copyOf(functions);
        }
    }

    /**
     * @param port counts that belong to no function
     * @param functions assigned functions, by index
     */
    record CountersRead(CounterSnapshot port, List<FunctionCounters> functions) implements AdminResult {
        public CountersRead {
            functions = List.copyOf(functions);
        }
    }

    /** Counters of one function since it was configured. */
    record FunctionCounters(FunctionStatus status, CounterSnapshot counters) {}

    /** @param doorbells shared memory of this context alone; {@code sleep} is the NIC's */
    record ContextOpened(
            long context, DoorbellPage doorbells, SleepFlag sleep, Gid address, int activeMtu, NicLimits limits)
            implements AdminResult {}

    record PdAllocated(int pd) implements AdminResult {}

    record MrRegistered(int lkey, int rkey) implements AdminResult {}

    record CqCreated(int cq, CompletionRing ring) implements AdminResult {}

    /**
     * @param doorbell the queue pair's bit in the context's doorbell page
     * @param capabilities as granted
     */
    record QpCreated(int qpNum, int doorbell, QpCapabilities capabilities, QueueMemory queues) implements AdminResult {}

    record QpQueried(QpAttributes attributes, QpCapabilities capabilities) implements AdminResult {}

    /** Done, with nothing to tell. */
    record Done() implements AdminResult {}

    /** @param current the slot as it is, for refused function commands whose slot exists */
    record Refused(
            RefusalReason reason, String detail, @Nullable FunctionStatus current) implements AdminResult {}

    /**
     * A limit refused it.
     *
     * @param scope {@code function} or {@code device}
     */
    record LimitExceeded(ResourceKind resource, String scope, long limit, long used, long requested)
            implements AdminResult {}

    /**
     * It goes beyond the function's guarantee, and the tenant's lease has not so much left.
     *
     * @param scope the ancestor that the ledger named, or {@code lease}
     */
    record QuotaExceeded(ResourceKind resource, String scope, long limit, long used, long requested)
            implements AdminResult {}

    /** It goes beyond the function's guarantee, and the ledger does not answer. */
    record LedgerUnreachable(ResourceKind resource, long requested) implements AdminResult {}

    /** @param request what the ledger is to be told; null before it has opened this boot, and after it has closed it */
    record LeasesTold(@Nullable LeaseRequest request) implements AdminResult {}

    /** @param returned whether the ledger should hear of it soon */
    record GrantsTaken(boolean returned) implements AdminResult {}
}
