package io.verbena.kit.security;

import io.verbena.kit.problem.ProblemEntryPoints;
import io.verbena.kit.web.IfMatch;
import io.verbena.kit.web.PageQuery;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * The filter chain of the API. It takes every request that no chain of the service took before; an issuer's chain has a
 * matcher and an earlier order.
 */
@Configuration(proxyBeanMethods = false)
public class SecurityConfiguration {
    private static final String[] OPEN = {
        "/livez",
        "/readyz",
        "/actuator/health/**",
        "/actuator/prometheus",
        "/v3/api-docs/**",
        "/v3/api-docs.yaml",
        "/swagger-ui/**",
        "/swagger-ui.html"
    };

    private static final String[] WRITERS = {
        Role.PLATFORM_ADMIN.claim(), Role.TENANT_ADMIN.claim(), Role.TENANT_OPERATOR.claim(), Role.SERVICE.claim()
    };

    static {
        // A set of types in springdoc that every application of this JVM fills alike.
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(Caller.class, IfMatch.class, PageQuery.class);
    }

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    SecurityFilterChain apiSecurity(HttpSecurity http, ProblemEntryPoints entryPoints) {
        http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers(OPEN)
                        .permitAll()
                        .requestMatchers(HttpMethod.GET)
                        .authenticated()
                        .requestMatchers(HttpMethod.HEAD)
                        .authenticated()
                        .anyRequest()
                        .hasAnyRole(WRITERS))
                .oauth2ResourceServer(server -> server.jwt(jwt -> {})
                        .authenticationEntryPoint(entryPoints)
                        .accessDeniedHandler(entryPoints)
                        .withObjectPostProcessor(answerWhenTheIssuerIsAway(entryPoints)))
                .exceptionHandling(
                        errors -> errors.authenticationEntryPoint(entryPoints).accessDeniedHandler(entryPoints))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // No cookies, so that no other site can make a browser send a request of its user's.
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable);
        return http.build();
    }

    /** By default the filter throws on when the keys cannot be fetched, past the entry point. */
    private static ObjectPostProcessor<BearerTokenAuthenticationFilter> answerWhenTheIssuerIsAway(
            ProblemEntryPoints entryPoints) {
        return new ObjectPostProcessor<>() {
            @Override
            public <O extends BearerTokenAuthenticationFilter> O postProcess(O filter) {
                filter.setAuthenticationFailureHandler(entryPoints::commence);
                return filter;
            }
        };
    }

    @Bean
    WebMvcConfigurer callers() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new CallerResolver());
            }

            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new Admission());
            }
        };
    }

    @Bean
    SmartInitializingSingleton allowsCheck(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
        return Admission.check(mapping);
    }
}
