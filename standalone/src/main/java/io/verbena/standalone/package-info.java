/**
 * The commands of {@code ./verbena} that run on the JVM.
 *
 * <p>Role: reads options, starts the {@link io.verbena.standalone.system system} and the {@link
 * io.verbena.standalone.demo scenario}, shows both. In: arguments, and the folders that the script names by system
 * properties. Out: text, files that the user asked for, an exit code: 0 all well, 1 something failed, 2 options that make
 * no sense. Owner: the main thread. Bounds: one system a process.
 */
@NullMarked
package io.verbena.standalone;

import org.jspecify.annotations.NullMarked;
