package io.verbena.kit.web;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Strict request bodies, and the arguments that controllers may take. */
@Configuration(proxyBeanMethods = false)
public class WebConfiguration {
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    ServerHttpMessageConvertersCustomizer strictRequestJson(ObjectProvider<JsonMapperBuilderCustomizer> customizers) {
        var json = RequestJson.strict(customizers.orderedStream().toList());
        return converters -> converters.withJsonConverter(new JacksonJsonHttpMessageConverter(json));
    }

    @Bean
    SealedTokens sealedTokens(ObjectProvider<PageTokenKey> key) {
        return new SealedTokens(key.getIfAvailable(PageTokenKey::drawn));
    }

    @Bean
    PageQueryResolver pageQueries(SealedTokens tokens) {
        return new PageQueryResolver(tokens);
    }

    @Bean
    WebMvcConfigurer kitArguments(PageQueryResolver pageQueries) {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(pageQueries);
                resolvers.add(new IfMatchResolver());
            }
        };
    }
}
