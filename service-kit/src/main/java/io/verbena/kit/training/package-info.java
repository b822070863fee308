/**
 * A start that shows the JVM what a start loads, in the build of an image, where there is no database and no broker.
 *
 * <p>In: property {@code verbena.training}. Out: classes that are loaded, and the end of the process. Owner: the main thread.
 * Bounds: a time limit for each request to the service itself.
 */
@NullMarked
package io.verbena.kit.training;

import org.jspecify.annotations.NullMarked;
