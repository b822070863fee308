/** Rows of a service's change log as they are relayed to Kafka. */
@NullMarked
package io.verbena.contracts.change;

import org.jspecify.annotations.NullMarked;
