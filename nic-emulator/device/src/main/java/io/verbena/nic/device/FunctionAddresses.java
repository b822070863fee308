package io.verbena.nic.device;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminCommand.ConfigureFunction;
import io.verbena.nic.datapath.admin.AdminCommand.DestroyFunction;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.FunctionApplied;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.admin.RefusalReason;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.fabric.port.Port;
import java.io.IOException;
import java.net.BindException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands and keeps the port's addresses those of the configured functions. A function is configured only if its
 * address can be had. Owner thread only.
 */
final class FunctionAddresses {
    private final Nic nic;
    private final Port port;
    private final Map<Integer, Gid> openByIndex = new HashMap<>();

    FunctionAddresses(Nic nic, Port port) {
        this.nic = nic;
        this.port = port;
    }

    AdminResult execute(AdminCommand command, long nowNs) {
        return switch (command) {
            case ConfigureFunction configure -> configure(configure, nowNs);
            case DestroyFunction destroy -> {
                AdminResult result = nic.execute(destroy, nowNs);
                follow(result);
                yield result;
            }
            case AdminCommand other -> nic.execute(other, nowNs);
        };
    }

    /** The address comes first: a spec that was applied is never taken back. */
    private AdminResult configure(ConfigureFunction command, long nowNs) {
        Gid wanted = command.spec().address();
        boolean fresh = !openByIndex.containsValue(wanted);
        if (fresh) {
            try {
                port.open(wanted, command.spec().vni());
            } catch (IOException e) {
                RefusalReason reason =
                        e instanceof BindException ? RefusalReason.ADDRESS_IN_USE : RefusalReason.INVALID_ARGUMENT;
                return new Refused(
                        reason,
                        String.valueOf(e.getMessage()),
                        current(command.tuple().index(), nowNs));
            }
        }
        AdminResult result = nic.execute(command, nowNs);
        if (result instanceof FunctionApplied) {
            Gid before = openByIndex.put(command.tuple().index(), wanted);
            if (before != null && !before.equals(wanted)) {
                port.close(before);
            }
        } else if (fresh) {
            port.close(wanted);
        }
        return result;
    }

    private @Nullable FunctionStatus current(int index, long nowNs) {
        if (nic.execute(new AdminCommand.QueryFunctions(), nowNs) instanceof AdminResult.FunctionsRead read) {
            return read.functions().stream()
                    .filter(status -> status.index() == index)
                    .findFirst()
                    .orElse(null);
        }
        return null;
    }

    private void follow(AdminResult result) {
        if (result instanceof FunctionApplied applied) {
            FunctionSpec spec = applied.current().spec();
            if (spec == null) {
                Gid before = openByIndex.remove(applied.current().index());
                if (before != null) {
                    port.close(before);
                }
            }
        }
    }
}
