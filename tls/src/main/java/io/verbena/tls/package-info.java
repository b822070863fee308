/**
 * TLS from PEM files, in services and NICs alike: a server's identity, the authorities that its clients trust, and the
 * security of Kafka's clients.
 *
 * <p>In: files that variables name. Out: contexts whose new connections follow the files. Owner: one thread that reads the
 * files each period. Bounds: 1 MiB a file. A bad file ends the start with its variable and name; later it is told in the
 * log, and what was there before stays in use.
 */
@NullMarked
package io.verbena.tls;

import org.jspecify.annotations.NullMarked;
