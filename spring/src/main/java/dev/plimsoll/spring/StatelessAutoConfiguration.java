package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.mcp.Specifications;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of beans that only servers without sessions need. A post-processor guards the lists of specifications from which
 * Spring AI builds these servers. Further lists contain Plimsoll's own tools and resource templates.
 */
@AutoConfiguration(after = PlimsollAutoConfiguration.class)
@ConditionalOnBean(Guard.class)
@ConditionalOnProperty(name = "spring.ai.mcp.server.protocol", havingValue = "STATELESS")
public class StatelessAutoConfiguration {

    private static final String TYPE = "spring.ai.mcp.server.type";

    @Bean
    static SpecificationListPostProcessor plimsollLists(ObjectProvider<Guard> guards) {
        return new SpecificationListPostProcessor(guards, McpStatelessServerFeatures.class);
    }

    private static <T> List<T> tools(
            Specifications<T, ?, ?, ?> specifications, ConfigurableListableBeanFactory factory) {
        Object[] beans = new AnnotatedBeans(factory).findAll();
        List<T> tools = beans.length > 0 ? specifications.scan(beans) : List.of();
        return tools.isEmpty() ? List.of(specifications.readTool()) : tools;
    }

    /** Beans for a server whose handlers return their result. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = TYPE, havingValue = "SYNC", matchIfMissing = true)
    static class Sync {

        @Bean
        List<McpStatelessServerFeatures.SyncToolSpecification> plimsollTools(
                Guard guard, ConfigurableListableBeanFactory factory) {
            return tools(guard.statelessSync(), factory);
        }

        @Bean
        List<McpStatelessServerFeatures.SyncResourceTemplateSpecification> plimsollTemplates(Guard guard) {
            return guard.statelessSync().templates(List.of());
        }
    }

    /** Beans for a server whose handlers return a {@code Mono}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = TYPE, havingValue = "ASYNC")
    static class Async {

        @Bean
        List<McpStatelessServerFeatures.AsyncToolSpecification> plimsollTools(
                Guard guard, ConfigurableListableBeanFactory factory) {
            return tools(guard.statelessAsync(), factory);
        }

        @Bean
        List<McpStatelessServerFeatures.AsyncResourceTemplateSpecification> plimsollTemplates(Guard guard) {
            return guard.statelessAsync().templates(List.of());
        }
    }
}
