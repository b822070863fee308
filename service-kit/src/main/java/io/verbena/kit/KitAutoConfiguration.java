package io.verbena.kit;

import io.verbena.kit.client.ClientConfiguration;
import io.verbena.kit.problem.ProblemConfiguration;
import io.verbena.kit.security.SecurityConfiguration;
import io.verbena.kit.tls.TlsConfiguration;
import io.verbena.kit.training.TrainingConfiguration;
import io.verbena.kit.web.WebConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.OAuth2ResourceServerWebSecurityAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The parts that every service has. Before Boot's own filter chains and error page, which give way to ours. */
@AutoConfiguration(
        before = {
            ServletWebSecurityAutoConfiguration.class,
            OAuth2ResourceServerWebSecurityAutoConfiguration.class,
            ErrorMvcAutoConfiguration.class
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableScheduling
@Import({
    ProblemConfiguration.class,
    WebConfiguration.class,
    SecurityConfiguration.class,
    TlsConfiguration.class,
    ClientConfiguration.class,
    TrainingConfiguration.class
})
public final class KitAutoConfiguration {}
