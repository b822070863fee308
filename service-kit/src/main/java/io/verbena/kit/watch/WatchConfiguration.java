package io.verbena.kit.watch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.verbena.contracts.ProblemType;
import io.verbena.kit.changelog.ChangeLog;
import io.verbena.kit.changelog.Loop;
import io.verbena.kit.web.PageQuery;
import io.verbena.kit.web.PageQueryResolver;
import io.verbena.kit.web.SealedTokens;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Watching, in a service that has a change log. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("verbena.change-log.topic")
@EnableConfigurationProperties(WatchProperties.class)
public class WatchConfiguration {
    /** The sequencer wakes the hub; this is for what another replica has sequenced. */
    private static final Duration HUB_PAUSE = Duration.ofMillis(50);

    static {
        // A set of types in springdoc that every application of this JVM fills alike.
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(ListRequest.class);
    }

    @Bean
    ChangeHub changeHub(ChangeLog changes) {
        return new ChangeHub(changes);
    }

    @Bean
    Loop watchLoop(ChangeHub hub) {
        return new Loop("reading changes for watches", HUB_PAUSE, hub::read);
    }

    @Bean
    ResourceVersions resourceVersions(
            @Value("${spring.application.name}") String service,
            SealedTokens tokens,
            ChangeLog changes,
            PlatformTransactionManager transactions) {
        var snapshot = new TransactionTemplate(transactions);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setReadOnly(true);
        return new ResourceVersions(service, tokens, changes, snapshot);
    }

    @Bean
    Watches watches(
            ChangeLog changes,
            ChangeHub hub,
            @Qualifier("watchLoop") Loop watchLoop,
            ResourceVersions versions,
            JsonMapper json,
            WatchProperties properties,
            MeterRegistry meters) {
        return new Watches(changes, hub, watchLoop, versions, json, properties, meters);
    }

    @Bean
    WebMvcConfigurer listRequests(PageQueryResolver pages, ResourceVersions versions, Watches watches) {
        var resolver = new ListRequestResolver(pages, versions, watches);
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(resolver);
            }
        };
    }

    /** A watch is as long as its client likes: among the durations of requests it would say nothing. */
    @Bean
    ObservationPredicate watchesAreNoRequests() {
        return (name, context) -> !(context instanceof ServerRequestObservationContext request
                && request.getCarrier() instanceof HttpServletRequest servlet
                && servlet.getQueryString() instanceof String query
                && query.contains("watch=true"));
    }

    /** What the page of the API says of lists that can be watched. */
    @Bean
    OperationCustomizer listParameters() {
        return (operation, handler) -> {
            if (Arrays.stream(handler.getMethodParameters())
                    .anyMatch(parameter -> parameter.getParameterType() == ListRequest.class)) {
                operation.addParametersItem(query("pageToken", "nextPageToken of the page before", new StringSchema()));
                operation.addParametersItem(query(
                        "pageSize",
                        "More than the maximum is taken as it",
                        new IntegerSchema()
                                ._default(PageQuery.DEFAULT_SIZE)
                                .maximum(BigDecimal.valueOf(PageQuery.MAX_SIZE))));
                operation.addParametersItem(query(
                        "watch",
                        "true: answered as text/event-stream, with an event for each change in the list",
                        new BooleanSchema()._default(false)));
                operation.addParametersItem(query(
                        "resourceVersion",
                        "Of a watch: the list's, or the id of the last event; now when absent",
                        new StringSchema()));
                for (ProblemType type : List.of(ProblemType.RESOURCE_VERSION_GONE, ProblemType.TOO_MANY_STREAMS)) {
                    operation
                            .getResponses()
                            .addApiResponse(
                                    Integer.toString(type.status()),
                                    new ApiResponse().description("Of a watch: " + type.uri()));
                }
            }
            return operation;
        };
    }

    private static Parameter query(String name, String description, Schema<?> schema) {
        return new Parameter().in("query").name(name).description(description).schema(schema);
    }
}
