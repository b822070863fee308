package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import java.time.Duration;
import java.util.List;

/** Port to what is read of all leases at once. Silence is judged by the database's clock. */
public interface LeaseSurvey {
    boolean knows(String nic);

    /** NICs that were not heard of for so long and hold others back by what they wait for. */
    List<String> silentAndWaiting(Duration silence);

    /** What each NIC has if it was not heard of for so long, else 0. */
    List<Share> stranded(Duration silence);

    /** What the ledger has charged beyond what NICs have seen, by NIC and resource. */
    List<Difference> differences();

    record Share(String nic, String tenant, Resource resource, long charge) {}

    record Difference(String nic, Resource resource, long charge) {}
}
