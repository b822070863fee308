package io.verbena.kit;

import io.verbena.kit.kafka.KafkaConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Kafka's health. */
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@Import(KafkaConfiguration.class)
public final class KitKafkaAutoConfiguration {}
