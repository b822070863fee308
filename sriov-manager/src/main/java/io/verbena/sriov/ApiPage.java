package io.verbena.sriov;

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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.method.HandlerMethod;

/** What the page of the API says beyond what the controllers show: how to get in, common parameters, all refusals. */
@Configuration(proxyBeanMethods = false)
class ApiPage {
    private static final String BEARER = "bearer";
    private static final String PROBLEM = "Problem";

    private static final Set<ProblemType> OF_ALL = EnumSet.of(
            ProblemType.INVALID_REQUEST,
            ProblemType.UNAUTHENTICATED,
            ProblemType.PERMISSION_DENIED,
            ProblemType.NOT_FOUND,
            ProblemType.UNAVAILABLE);

    private static final Set<ProblemType> OF_POSTS = EnumSet.of(
            ProblemType.ALREADY_EXISTS,
            ProblemType.UNPROCESSABLE,
            ProblemType.IDEMPOTENCY_IN_PROGRESS,
            ProblemType.IDEMPOTENCY_MISMATCH);

    private static final Set<ProblemType> OF_IF_MATCH = EnumSet.of(
            ProblemType.FAILED_PRECONDITION, ProblemType.PRECONDITION_FAILED, ProblemType.PRECONDITION_REQUIRED);

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Verbena SR-IOV manager")
                        .version("v1")
                        .description(
                                "NICs, and the virtual functions that tenants have on them. A change is answered with"
                                        + " an operation; a quota's or a device's refusal is the error that ends it."))
                .components(new Components()
                        .addSecuritySchemes(
                                BEARER,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")
                                        .bearerFormat("JWT"))
                        .addSchemas(PROBLEM, problem()))
                .addSecurityItem(new SecurityRequirement().addList(BEARER));
    }

    @Bean
    OperationCustomizer commonParts() {
        return (operation, handler) -> {
            Set<ProblemType> refusals = EnumSet.copyOf(OF_ALL);
            if (handler.hasMethodAnnotation(PostMapping.class)) {
                refusals.addAll(OF_POSTS);
                operation.addParametersItem(parameter(
                        "header",
                        "Idempotency-Key",
                        "Makes a repeat answer what the first request did; kept for 24 h"));
            }
            if (takes(handler, IfMatch.class)) {
                refusals.addAll(OF_IF_MATCH);
                operation.addParametersItem(
                        parameter("header", "If-Match", "The ETag that was read, or * for any version")
                                .required(true));
            }
            if (takes(handler, PageQuery.class)) {
                operation.addParametersItem(parameter("query", "pageToken", "nextPageToken of the page before"));
                operation.addParametersItem(parameter("query", "pageSize", "More than the maximum is taken as it")
                        .schema(new IntegerSchema()
                                ._default(PageQuery.DEFAULT_SIZE)
                                .maximum(BigDecimal.valueOf(PageQuery.MAX_SIZE))));
            }
            addProblems(operation, refusals);
            return operation;
        };
    }

    private static Parameter parameter(String in, String name, String description) {
        return new Parameter().in(in).name(name).description(description).schema(new StringSchema());
    }

    private static boolean takes(HandlerMethod handler, Class<?> type) {
        return Arrays.stream(handler.getMethodParameters()).anyMatch(parameter -> parameter.getParameterType() == type);
    }

    private static void addProblems(Operation operation, Set<ProblemType> refusals) {
        MediaType json = new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + PROBLEM));
        refusals.stream().collect(Collectors.groupingBy(ProblemType::status)).forEach((status, types) -> {
            String description = types.stream().map(ProblemType::uri).collect(Collectors.joining(", "));
            operation
                    .getResponses()
                    .addApiResponse(
                            Integer.toString(status),
                            new ApiResponse()
                                    .description(description)
                                    .content(new Content().addMediaType("application/problem+json", json)));
        });
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
}
