/**
 * The change log: every change of a service's objects, in one order that all readers share.
 *
 * <p>In: {@link io.verbena.kit.changelog.Outbox#append}, in the transaction that changes the object. Out: rows of
 * {@code change} with dense positions, and the same to Kafka as {@link io.verbena.contracts.change.ChangeMessage}. Owner:
 * the service's database; any replica may run the {@link io.verbena.kit.changelog.Sequencer} and the
 * {@link io.verbena.kit.changelog.KafkaRelay}, a row lock lets one of them work at a time. Bounds: batches of 1,000,
 * retention by age and count, one connection each while they work.
 *
 * <p>Why positions are drawn after the commit: readers that follow the outbox's own ids, or its transaction ids, lose rows
 * or see one object's changes in the wrong order; {@code ChangeLogTrialIT} shows both.
 */
@NullMarked
package io.verbena.kit.changelog;

import org.jspecify.annotations.NullMarked;
