package io.verbena.tenant;

import io.verbena.tenant.lease.application.LeaseProperties;
import io.verbena.tenant.quota.application.QuotaProperties;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet.OAuth2AuthorizationServerAutoConfiguration;
import org.springframework.boot.security.oauth2.server.authorization.autoconfigure.servlet.OAuth2AuthorizationServerJwtAutoConfiguration;

/**
 * The service as a process of its own; {@code standalone} starts the same class beside others. The issuer is set up by us:
 * Boot's would keep keys and clients in memory.
 */
@SpringBootApplication(
        exclude = {OAuth2AuthorizationServerAutoConfiguration.class, OAuth2AuthorizationServerJwtAutoConfiguration.class
        })
@EnableConfigurationProperties({LeaseProperties.class, QuotaProperties.class})
public class TenantService {
    public static void main(String[] args) {
        new SpringApplicationBuilder(TenantService.class)
                .properties("spring.config.name=tenant-service")
                .run(args);
    }
}
