package io.verbena.nic.device.control;

/** A client of the issuer. The secret never shows in a log. */
public record ClientCredentials(String clientId, String clientSecret) {
    public ClientCredentials {
        if (clientId.isBlank() || clientSecret.isBlank()) {
            throw new IllegalArgumentException("a client id and its secret are needed");
        }
    }

    @Override
    public String toString() {
        return "ClientCredentials[clientId=" + clientId + "]";
    }
}
