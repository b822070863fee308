package io.verbena.tls;

/** TLS that cannot be had as it was set; the message names the variable and the file. */
public final class TlsException extends IllegalArgumentException {
    TlsException(String message) {
        super(message);
    }

    TlsException(String message, Throwable cause) {
        super(message, cause);
    }
}
