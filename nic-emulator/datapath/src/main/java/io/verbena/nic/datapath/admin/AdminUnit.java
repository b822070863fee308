package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.abi.SleepFlag;
import io.verbena.nic.datapath.admin.AdminResult.FunctionCounters;
import io.verbena.nic.datapath.doorbell.DoorbellUnit;
import io.verbena.nic.datapath.function.PhysicalFunction;
import io.verbena.nic.datapath.function.VirtualFunction;
import io.verbena.nic.datapath.pipeline.Blocks;
import io.verbena.nic.datapath.pipeline.QpErrors;
import io.verbena.nic.datapath.qp.Paths;
import java.util.List;
import java.util.UUID;

/** Carries out commands, one at a time, to the end. */
public final class AdminUnit {
    private final PhysicalFunction device;
    private final Blocks blocks;
    private final FunctionUnit functions;
    private final VerbsUnit verbs;
    private final LeaseUnit leases;

    /** @param receiveBufferBytes what windows derive from */
    public AdminUnit(
            UUID bootId,
            PhysicalFunction device,
            Blocks blocks,
            QpErrors errors,
            DoorbellUnit doorbells,
            SleepFlag sleep,
            int activeMtu,
            int receiveBufferBytes) {
        this.device = device;
        this.blocks = blocks;
        QueuePairUnit queuePairs =
                new QueuePairUnit(blocks, errors, new Paths(receiveBufferBytes), activeMtu, device.limits());
        verbs = new VerbsUnit(device, blocks, doorbells, sleep, queuePairs, activeMtu);
        functions = new FunctionUnit(bootId, device, blocks, verbs);
        leases = new LeaseUnit(device, verbs);
    }

    public AdminResult execute(AdminCommand command, long nowNs) {
        return switch (command) {
            case AdminCommand.FunctionCommand function -> functions.execute(function);
            case AdminCommand.ResizeFunctions resize -> functions.execute(resize);
            case AdminCommand.BreakReset fault -> functions.execute(fault);
            case AdminCommand.VerbsCommand verb -> verbs.execute(verb, nowNs);
            case AdminCommand.LeaseCommand lease -> leases.execute(lease, nowNs);
            case AdminCommand.QueryFunctions query ->
                new AdminResult.FunctionsRead(
                        device.slots().stream().map(VirtualFunction::status).toList());
            case AdminCommand.ReadCounters read -> readCounters();
        };
    }

    private AdminResult readCounters() {
        List<FunctionCounters> counters = device.slots().stream()
                .filter(slot -> slot.vfUid() != null)
                .map(slot -> new FunctionCounters(
                        slot.status(), slot.port().counters().snapshot()))
                .toList();
        return new AdminResult.CountersRead(blocks.port().snapshot(), counters);
    }
}
