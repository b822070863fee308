package io.verbena.kit.changelog;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;

/** Apart from the rest: a service of plain SQL has no JPA on its class path. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({EntityManagerFactory.class, EntityManagerFactoryUtils.class})
class JpaWritesConfiguration {
    @Bean
    PendingWrites jpaWrites(ObjectProvider<EntityManagerFactory> entities) {
        return () -> entities.ifAvailable(JpaWritesConfiguration::flush);
    }

    private static void flush(EntityManagerFactory entities) {
        EntityManager current = EntityManagerFactoryUtils.getTransactionalEntityManager(entities);
        if (current != null) {
            current.flush();
        }
    }
}
