package io.verbena.kit.problem;

import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Puts the advice where each kind of error passes. */
@Configuration(proxyBeanMethods = false)
@Import({ProblemAdvice.class, ProblemErrorController.class})
public class ProblemConfiguration {
    @Bean
    FilterRegistrationBean<ProblemFilter> problemFilter(
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver resolver) {
        var registration = new FilterRegistrationBean<>(new ProblemFilter(resolver));
        registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1);
        return registration;
    }

    @Bean
    ProblemEntryPoints problemEntryPoints(@Qualifier("handlerExceptionResolver") HandlerExceptionResolver resolver) {
        return new ProblemEntryPoints(resolver);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemReportValve() {
        TomcatContextCustomizer valve = context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemReportValve.class.getName());
            }
        };
        return factory -> factory.addContextCustomizers(valve);
    }
}
