package io.verbena.kit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

class AdmissionTest {
    @RestController
    static final class Forgotten {
        @Allows(Callers.KNOWN)
        @GetMapping("/named")
        void named() {}

        @GetMapping("/open")
        void open() {}
    }

    @Test
    void noServiceStartsWhereAMethodSaysNotWhomItServes() {
        try (var context = new StaticWebApplicationContext()) {
            context.registerSingleton("forgotten", Forgotten.class);
            var mapping = new RequestMappingHandlerMapping();
            mapping.setApplicationContext(context);
            mapping.afterPropertiesSet();
            assertThatIllegalStateException()
                    .isThrownBy(() -> Admission.check(mapping).afterSingletonsInstantiated())
                    .withMessageContaining("Forgotten#open")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("#named"));
        }
    }
}
