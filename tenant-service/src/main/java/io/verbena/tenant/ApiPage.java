package io.verbena.tenant;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.OAuthFlow;
import io.swagger.v3.oas.models.security.OAuthFlows;
import io.swagger.v3.oas.models.security.Scopes;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.PageQuery;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;

/** What the page of the API says beyond what the controllers show: how to get in, common headers, and all refusals. */
@Configuration(proxyBeanMethods = false)
class ApiPage {
    private static final String BEARER = "bearer";
    private static final String CLIENT_CREDENTIALS = "clientCredentials";
    private static final String PROBLEM = "Problem";

    /** What every operation can answer. */
    private static final Set<ProblemType> ALWAYS = EnumSet.of(
            ProblemType.INVALID_REQUEST,
            ProblemType.UNAUTHENTICATED,
            ProblemType.PERMISSION_DENIED,
            ProblemType.NOT_FOUND,
            ProblemType.UNAVAILABLE);

    private static final Set<ProblemType> OF_CHANGES =
            EnumSet.of(ProblemType.FAILED_PRECONDITION, ProblemType.UNPROCESSABLE);

    private static final Set<ProblemType> OF_CREATION = EnumSet.of(
            ProblemType.ALREADY_EXISTS,
            ProblemType.QUOTA_EXCEEDED,
            ProblemType.IDEMPOTENCY_IN_PROGRESS,
            ProblemType.IDEMPOTENCY_MISMATCH);

    private static final Set<ProblemType> OF_IF_MATCH =
            EnumSet.of(ProblemType.PRECONDITION_FAILED, ProblemType.PRECONDITION_REQUIRED);

    /** @param issuerEnabled false when tokens come from an issuer whose addresses we do not know */
    @Bean
    OpenAPI openApi(
            @Value("${verbena.issuer.url}") String issuer, @Value("${verbena.issuer.enabled}") boolean issuerEnabled) {
        var page = new OpenAPI()
                .info(
                        new Info()
                                .title("Verbena tenant service")
                                .version("v1")
                                .description(
                                        "Organisations, tenants, their quotas and clients, and the ledger. Conventions: ETag"
                                                + " and If-Match, Idempotency-Key, page tokens, problem+json with one type a refusal."))
                .components(new Components()
                        .addSecuritySchemes(
                                BEARER,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")
                                        .bearerFormat("JWT"))
                        .addSchemas(PROBLEM, problem()))
                .addSecurityItem(new SecurityRequirement().addList(BEARER));
        if (issuerEnabled) {
            var flow = new OAuthFlow().tokenUrl(issuer + "/oauth2/token").scopes(new Scopes());
            page.getComponents()
                    .addSecuritySchemes(
                            CLIENT_CREDENTIALS,
                            new SecurityScheme()
                                    .type(SecurityScheme.Type.OAUTH2)
                                    .flows(new OAuthFlows().clientCredentials(flow)));
            page.addSecurityItem(new SecurityRequirement().addList(CLIENT_CREDENTIALS));
        }
        return page;
    }

    @Bean
    OperationCustomizer commonParts() {
        return (operation, handler) -> {
            Set<ProblemType> refusals = EnumSet.copyOf(ALWAYS);
            if (serves(handler, HttpMethod.POST)) {
                refusals.addAll(OF_CHANGES);
                refusals.addAll(OF_CREATION);
            }
            if (serves(handler, HttpMethod.DELETE)) {
                refusals.add(ProblemType.FAILED_PRECONDITION);
            }
            if (takes(handler, IfMatch.class)) {
                refusals.addAll(OF_IF_MATCH);
                operation.addParametersItem(new Parameter()
                        .in("header")
                        .name("If-Match")
                        .required(true)
                        .description("The ETag that was read, or * for any version")
                        .schema(new StringSchema()));
            }
            if (takes(handler, PageQuery.class)) {
                operation.addParametersItem(new Parameter()
                        .in("query")
                        .name("pageSize")
                        .schema(new IntegerSchema()
                                ._default(PageQuery.DEFAULT_SIZE)
                                .maximum(BigDecimal.valueOf(PageQuery.MAX_SIZE))));
                operation.addParametersItem(new Parameter()
                        .in("query")
                        .name("pageToken")
                        .description("nextPageToken of the page before")
                        .schema(new StringSchema()));
            }
            addProblems(operation, refusals);
            return operation;
        };
    }

    private static void addProblems(Operation operation, Set<ProblemType> refusals) {
        refusals.stream()
                .collect(Collectors.groupingBy(ProblemType::status))
                .forEach((status, types) -> operation
                        .getResponses()
                        .addApiResponse(
                                Integer.toString(status),
                                new ApiResponse()
                                        .description(types.stream()
                                                .map(ProblemType::uri)
                                                .collect(Collectors.joining(", ")))
                                        .content(new Content()
                                                .addMediaType(
                                                        "application/problem+json",
                                                        new MediaType()
                                                                .schema(new Schema<>()
                                                                        .$ref("#/components/schemas/" + PROBLEM))))));
    }

    private static Schema<?> problem() {
        Schema<?> error = new ObjectSchema()
                .addProperty("pointer", new StringSchema().description("RFC 6901, into the body"))
                .addProperty("reason", new StringSchema())
                .addProperty("detail", new StringSchema());
        return new ObjectSchema()
                .description("RFC 9457. A refusal has members of its own beside these, such as limit, used and scope")
                .addProperty("type", new StringSchema().format("uri"))
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema())
                .addProperty("detail", new StringSchema())
                .addProperty("instance", new StringSchema())
                .addProperty("reason", new StringSchema())
                .addProperty("traceId", new StringSchema())
                .addProperty("errors", new ArraySchema().items(error));
    }

    private static boolean serves(HandlerMethod handler, HttpMethod method) {
        RequestMapping mapping = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), RequestMapping.class);
        return mapping != null
                && Arrays.stream(mapping.method())
                        .anyMatch(served -> served.name().equals(method.name()));
    }

    private static boolean takes(HandlerMethod handler, Class<?> type) {
        return Arrays.stream(handler.getMethodParameters()).anyMatch(parameter -> parameter.getParameterType() == type);
    }
}
