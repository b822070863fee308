package io.verbena.sriov.reconcile;

import io.verbena.contracts.nic.NicReport;
import io.verbena.contracts.nic.ResizeFunctions;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.nic.NicControl;
import io.verbena.sriov.nic.NicEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Gives a NIC the number of functions that an operator wants it to have; after a reboot anew. */
@Component
class Resizer {
    private static final Logger log = LoggerFactory.getLogger(Resizer.class);

    private final Nics nics;
    private final NicControl control;

    Resizer(Nics nics, NicControl control) {
        this.nics = nics;
        this.control = control;
    }

    /** Whether the NIC has been told, and has other slots now than it reported. */
    boolean resize(NicEndpoint endpoint, Nic nic, NicReport report) {
        Integer wanted = nic.wantedFunctions();
        int has = report.capability().functionCount();
        if (wanted == null || wanted == has) {
            if (nic.capability().functionCount() != has || nic.resizeProblem() != null) {
                nics.counted(nic.name(), report.bootId(), has);
            }
            return false;
        }
        return switch (control.resize(endpoint, new ResizeFunctions(report.bootId(), 0, nic.resizeEpoch(), wanted))) {
            case NicControl.Resizing.Done(int functionCount) -> {
                log.info("NIC {} has {} functions now, and had {}", nic.name(), functionCount, has);
                nics.counted(nic.name(), report.bootId(), functionCount);
                yield true;
            }
            case NicControl.Resizing.Failed(String detail) -> {
                log.warn("NIC {} is to have {} functions and has {}: {}", nic.name(), wanted, has, detail);
                nics.notResized(nic.name(), detail);
                yield false;
            }
        };
    }
}
