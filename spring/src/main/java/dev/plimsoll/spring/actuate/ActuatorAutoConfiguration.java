package dev.plimsoll.spring.actuate;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.spring.PlimsollAutoConfiguration;
import dev.plimsoll.spring.refresh.PolicyRefresh;
import dev.plimsoll.store.SnapshotStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration that adds health, metrics, and an endpoint to Spring Boot's actuator, each only if its classes are present. */
@AutoConfiguration(after = PlimsollAutoConfiguration.class)
@ConditionalOnBean(Guard.class)
public class ActuatorAutoConfiguration {

    /** Beans for health. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class HealthBeans {

        @Bean
        @ConditionalOnEnabledHealthIndicator("plimsoll")
        @ConditionalOnMissingBean(name = "plimsollHealthIndicator")
        HealthIndicator plimsollHealthIndicator(SnapshotStore store) {
            return new PlimsollHealth(store);
        }
    }

    /** Beans for metrics. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MeterRegistry.class, MeterBinder.class})
    static class MetricsBeans {

        @Bean
        PlimsollMetrics plimsollMetrics(ObjectProvider<MeterRegistry> registries) {
            return new PlimsollMetrics(registries);
        }

        @Bean
        MeterBinder plimsollStoreMetrics(SnapshotStore store) {
            return registry -> PlimsollMetrics.registerGauges(store, registry);
        }
    }

    /** Beans for endpoints. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class EndpointBeans {

        @Bean
        @ConditionalOnAvailableEndpoint(endpoint = PlimsollEndpoint.class)
        PlimsollEndpoint plimsollEndpoint(PolicyRefresh policyRefresh) {
            return new PlimsollEndpoint(policyRefresh);
        }
    }
}
