package io.verbena.nic.device.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The token issuer, as its discovery document (OpenID Connect Discovery 1.0, section 4) describes it. Looked up when it is
 * first needed, so that a NIC starts before its issuer; kept from then on. Thread-safe.
 */
public final class Issuer {
    static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

    private final URI url;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.shared();
    private volatile @Nullable Endpoints endpoints;

    /**
     * Where the issuer answers.
     *
     * @param jwksUri its public keys
     * @param tokenEndpoint where a client gets a token
     */
    public record Endpoints(
            @JsonProperty("issuer") String issuer,
            @JsonProperty("jwks_uri") URI jwksUri,
            @JsonProperty("token_endpoint") URI tokenEndpoint) {}

    /** @param url as it stands in the {@code iss} claim of its tokens */
    public Issuer(URI url, HttpClient http) {
        this.url = url;
        this.http = http;
    }

    public URI url() {
        return url;
    }

    /** For a client of the issuer's that is none of ours: it trusts whom ours does. */
    public SSLSocketFactory sockets() {
        return http.sslContext().getSocketFactory();
    }

    HttpClient http() {
        return http;
    }

    /** @throws IOException when the issuer does not answer, or answers for another */
    public Endpoints endpoints() throws IOException {
        Endpoints known = endpoints;
        if (known == null) {
            known = discover();
            endpoints = known;
        }
        return known;
    }

    private Endpoints discover() throws IOException {
        URI document = URI.create(url.toString().replaceAll("/$", "") + "/.well-known/openid-configuration");
        HttpResponse<String> answer = exchange(
                http, HttpRequest.newBuilder(document).timeout(REQUEST_LIMIT).build());
        if (answer.statusCode() != 200) {
            throw new IOException("the issuer answers " + answer.statusCode() + " at " + document);
        }
        Endpoints found;
        try {
            found = json.readValue(answer.body(), Endpoints.class);
        } catch (JacksonException e) {
            throw new IOException("the issuer's discovery document at " + document + " cannot be read", e);
        }
        if (found.jwksUri() == null
                || found.tokenEndpoint() == null
                || !url.toString().equals(found.issuer())) {
            throw new IOException("the discovery document at " + document + " is for issuer " + found.issuer()
                    + " or incomplete; set the issuer's URL as its tokens have it");
        }
        return found;
    }

    /** One request, with the peer named in the failure. */
    static HttpResponse<String> exchange(HttpClient http, HttpRequest request) throws IOException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IOException("nothing answers at " + request.uri(), e);
        } catch (IOException e) {
            throw new IOException(request.uri() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while asking " + request.uri(), e);
        }
    }
}
