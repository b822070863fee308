package io.verbena.kit.secret;

/** A {@code VERBENA_X_FILE} variable that gives no secret; the message names the variable and the file. */
final class SecretFileException extends RuntimeException {
    SecretFileException(String message) {
        super(message);
    }

    SecretFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
