package io.verbena.tenant.quota.application;

import io.verbena.tenant.quota.model.Reservations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What the ledger does by itself: expire what is overdue, forget what ended long ago, publish its series. Every replica does
 * all of it; they pass over rows that another one is at.
 */
@Component
class Housekeeping implements SchedulingConfigurer {
    /** A run is bounded so that one with a backlog does not starve the others; the next run goes on. */
    private static final int MAX_PER_RUN = 1000;

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private final Ledger ledger;
    private final Reservations reservations;
    private final QuotaSeries series;
    private final QuotaProperties properties;
    private final TransactionTemplate transactions;

    Housekeeping(
            Ledger ledger,
            Reservations reservations,
            QuotaSeries series,
            QuotaProperties properties,
            TransactionTemplate transactions) {
        this.ledger = ledger;
        this.reservations = reservations;
        this.series = series;
        this.properties = properties;
        this.transactions = transactions;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar tasks) {
        tasks.addFixedDelayTask(() -> run("expiring reservations", this::expireOverdue), properties.sweepInterval());
        tasks.addFixedDelayTask(() -> run("forgetting reservations", this::forgetEnded), properties.sweepInterval());
        tasks.addFixedDelayTask(() -> run("reading quota series", series::refresh), properties.metricsInterval());
    }

    private void expireOverdue() {
        int expired = 0;
        while (expired < MAX_PER_RUN && ledger.expireOne()) {
            expired++;
        }
        if (expired > 0) {
            log.info("{} reservations expired and were given back", expired);
        }
    }

    private void forgetEnded() {
        transactions.executeWithoutResult(
                transaction -> reservations.forgetEnded(properties.rememberEnded(), MAX_PER_RUN));
    }

    /** A database that is away is no reason to stop; the next run finds it or does not. */
    private static void run(String what, Runnable task) {
        try {
            task.run();
        } catch (DataAccessException | TransactionException e) {
            log.warn("{} failed, will be tried again: {}", what, e.getMessage());
        }
    }
}
