/**
 * Secrets that come in files, as Docker and Kubernetes mount them.
 *
 * <p>In: variables {@code VERBENA_X_FILE} of the process. Out: {@code VERBENA_X} with the file's text, as if it had been set
 * so. Owner: the start of the service. Bounds: 64 KiB a file, read once.
 */
@NullMarked
package io.verbena.kit.secret;

import org.jspecify.annotations.NullMarked;
