package io.verbena.telemetry.query;

import io.swagger.v3.oas.annotations.Operation;
import io.verbena.contracts.Resource;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Caller;
import io.verbena.kit.security.Callers;
import io.verbena.telemetry.lastvalues.LastValues;
import io.verbena.telemetry.lastvalues.LastValues.FunctionValues;
import io.verbena.telemetry.lastvalues.LastValues.NicLastValues;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reads last values. */
@RestController
@RequestMapping("/api/v1")
class CountersController {
    private final LastValues values;

    CountersController(LastValues values) {
        this.values = values;
    }

    record Metadata(String name) {}

    /** @param ratesPerSecond since the sample before; empty while there is only one */
    record VfCounters(Metadata metadata, VfStatus status) {
        record VfStatus(
                String tenant,
                String nic,
                String host,
                int pf,
                int index,
                UUID vfUid,
                UUID bootId,
                Instant sampledAt,
                Map<String, Long> counters,
                Map<String, Long> drops,
                Map<Resource, Long> limits,
                Map<Resource, Long> used,
                Map<String, Double> ratesPerSecond) {}

        static VfCounters of(FunctionValues values) {
            var function = values.function();
            var sample = values.sample();
            return new VfCounters(
                    new Metadata(function.vf()),
                    new VfStatus(
                            function.tenant(),
                            sample.nic(),
                            sample.host(),
                            function.pf(),
                            function.index(),
                            function.vfUid(),
                            sample.bootId(),
                            sample.sampledAt(),
                            function.counters(),
                            function.drops(),
                            function.limits(),
                            function.used(),
                            values.ratesPerSecond()));
        }
    }

    /** A NIC's own counters, and those of the functions it has. */
    record NicCounters(Metadata metadata, NicStatus status) {
        record NicStatus(
                String host,
                UUID bootId,
                Instant sampledAt,
                Map<String, Long> counters,
                List<VfCounters> virtualFunctions) {}
    }

    @Allows(Callers.TENANT)
    @GetMapping("/tenants/{tenant}/virtualFunctions/{vf}/counters")
    @Operation(summary = "What a virtual function counted, as of its last sample")
    VfCounters ofVirtualFunction(@PathVariable String tenant, @PathVariable String vf) {
        return values.function(tenant, vf)
                .map(VfCounters::of)
                .orElseThrow(() -> Caller.notFound("sample of virtual function " + vf));
    }

    @Allows(Callers.PLATFORM)
    @GetMapping("/nics/{nic}/counters")
    @Operation(summary = "What a NIC and its functions counted, as of its last sample")
    NicCounters ofNic(@PathVariable String nic) {
        NicLastValues found = values.nic(nic).orElseThrow(() -> Caller.notFound("sample of NIC " + nic));
        return new NicCounters(
                new Metadata(nic),
                new NicCounters.NicStatus(
                        found.sample().host(),
                        found.sample().bootId(),
                        found.sample().sampledAt(),
                        found.port(),
                        found.functions().stream().map(VfCounters::of).toList()));
    }
}
