package io.verbena.tenant.lease.application;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.verbena.contracts.Resource;
import io.verbena.tenant.lease.model.LeaseBook;
import io.verbena.tenant.lease.model.LeaseLedger;
import io.verbena.tenant.lease.model.LeaseSurvey;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Looks over all leases: {@code vnic_quota_stranded}, {@code vnic_ledger_device_difference}, and who waits in silence. */
@Component
class LeaseWatch implements SchedulingConfigurer {
    private static final Logger log = LoggerFactory.getLogger(LeaseWatch.class);

    private final LeaseLedger ledger;
    private final LeaseSurvey survey;
    private final LeaseProperties properties;
    private final MultiGauge stranded;
    private final MultiGauge difference;

    LeaseWatch(LeaseBook book, LeaseSurvey survey, LeaseProperties properties, MeterRegistry registry) {
        this.ledger = new LeaseLedger(book, properties.term().toMillis());
        this.survey = survey;
        this.properties = properties;
        this.stranded = MultiGauge.builder("vnic.quota.stranded")
                .description("What stays charged for a NIC that is not heard of")
                .register(registry);
        this.difference = MultiGauge.builder("vnic.ledger.device.difference")
                .description("What the ledger has charged beyond what the NIC has seen")
                .register(registry);
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedDelayTask(this::look, properties.surveyInterval());
    }

    /** A database that is away is no reason to stop; the next run finds it or does not. */
    private void look() {
        try {
            survey.silentAndWaiting(properties.silence()).forEach(ledger::forgetWants);
            stranded.register(
                    survey.stranded(properties.silence()).stream()
                            .<Row<?>>map(share -> Row.of(
                                    Tags.of(
                                            "nic", share.nic(),
                                            "tenant", share.tenant(),
                                            "resource", label(share.resource())),
                                    share.charge()))
                            .toList(),
                    true);
            difference.register(
                    survey.differences().stream()
                            .<Row<?>>map(line -> Row.of(
                                    Tags.of("nic", line.nic(), "resource", label(line.resource())), line.charge()))
                            .toList(),
                    true);
        } catch (DataAccessException | TransactionException e) {
            log.warn("looking over leases failed, will be tried again: {}", e.getMessage());
        }
    }

    private static String label(Resource resource) {
        return resource.name().toLowerCase(Locale.ROOT);
    }
}
