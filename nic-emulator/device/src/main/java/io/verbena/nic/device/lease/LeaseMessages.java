package io.verbena.nic.device.lease;

import io.verbena.contracts.lease.LeaseReply;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseGrants;
import io.verbena.nic.datapath.function.lease.LeaseRequest;
import io.verbena.nic.device.report.FunctionReports;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The datapath's words for leases and the ledger's. */
public final class LeaseMessages {
    private LeaseMessages() {}

    public static LeaseSync sync(LeaseRequest request) {
        return new LeaseSync(
                request.incarnation(),
                request.bootId(),
                request.seq(),
                request.ledgerEpoch(),
                request.lines().stream()
                        .map(line -> new LeaseSync.Line(
                                line.tenant(),
                                FunctionReports.resource(line.kind()),
                                line.granted(),
                                line.returned(),
                                line.used(),
                                line.want()))
                        .toList());
    }

    public static LeaseGrants grants(LeaseReply reply) {
        return new LeaseGrants(
                reply.bootId(),
                reply.incarnation(),
                reply.seq(),
                TimeUnit.MILLISECONDS.toNanos(reply.termMs()),
                reply.ledgerEpoch(),
                reply.lines().stream()
                        .map(line -> new LeaseGrants.Line(
                                line.tenant(),
                                ResourceKind.valueOf(line.resource().name()),
                                line.granted(),
                                line.headroom(),
                                shortage(line.shortage())))
                        .toList());
    }

    private static LeaseGrants.@Nullable Shortage shortage(LeaseReply.@Nullable Shortage told) {
        return told == null ? null : new LeaseGrants.Shortage(told.scope(), told.limit(), told.used());
    }
}
