package io.verbena.kit.client;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/** Makes clients for other services. */
public final class ServiceClients {
    private final ClientHttpRequestFactory requests;
    private final ClientHttpRequestInterceptor bearer;
    private final JsonMapper json;

    ServiceClients(ClientHttpRequestFactory requests, ClientHttpRequestInterceptor bearer, JsonMapper json) {
        this.requests = requests;
        this.bearer = bearer;
        this.json = json;
    }

    /**
     * A client of the service at {@code baseUrl}. It throws {@link RemoteProblem} for a refusal, and
     * {@code ResourceAccessException} when nobody answers.
     */
    public RestClient to(URI baseUrl) {
        return RestClient.builder()
                .baseUrl(baseUrl)
                .requestFactory(requests)
                .requestInterceptor(bearer)
                .configureMessageConverters(converters ->
                        converters.registerDefaults().withJsonConverter(new JacksonJsonHttpMessageConverter(json)))
                .defaultStatusHandler(HttpStatusCode::isError, this::refuse)
                .build();
    }

    private void refuse(HttpRequest request, ClientHttpResponse response) throws IOException {
        int status = response.getStatusCode().value();
        byte[] body = response.getBody().readAllBytes();
        throw new RemoteProblem(Problem.parse(json, body)
                .orElseGet(() -> new Problem(
                        ProblemType.UNAVAILABLE,
                        request.getMethod() + " " + request.getURI() + " was answered " + status
                                + " without a problem of ours")));
    }
}
