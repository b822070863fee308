package io.verbena.nic.device.admin;

import io.verbena.contracts.nic.NicCapability;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.device.control.Standing;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.report.CounterReports;
import io.verbena.nic.device.report.NicIdentity;
import java.util.Optional;

/** What the admin API sees of a NIC. */
public interface NicView {
    NicIdentity identity();

    NicCapability capability();

    CounterReports counters();

    Standing standing();

    /** Who is where, on a wire that has tenants. */
    Optional<Locations> locations();

    /** Whether the owner still takes turns. */
    boolean running();

    /** @throws IllegalStateException when the NIC has stopped */
    AdminResult execute(AdminCommand command);
}
