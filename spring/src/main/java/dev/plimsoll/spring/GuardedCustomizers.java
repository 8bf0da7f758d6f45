package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import io.modelcontextprotocol.server.McpServer;
import org.springframework.ai.mcp.customizer.McpAsyncServerCustomizer;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Makes the guard the last to touch the builder of a server with sessions: Spring AI hands the builder, with all that was
 * found for it, to a customizer right before it builds, and this goes behind whatever that customizer does.
 */
record GuardedCustomizers(ObjectProvider<Guard> guards, AnnotatedBeans annotated) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof McpSyncServerCustomizer theirs) {
            return (McpSyncServerCustomizer) builder -> {
                theirs.customize(builder);
                guard(builder);
            };
        }
        if (bean instanceof McpAsyncServerCustomizer theirs) {
            return (McpAsyncServerCustomizer) builder -> {
                theirs.customize(builder);
                guard(builder);
            };
        }
        return bean;
    }

    private void guard(McpServer.SyncSpecification<?> builder) {
        Guard guard = guards.getObject();
        Object[] beans = annotated.found();
        if (beans.length > 0) {
            builder.tools(guard.sync().scan(beans));
        }
        guard.server(builder);
    }

    private void guard(McpServer.AsyncSpecification<?> builder) {
        Guard guard = guards.getObject();
        Object[] beans = annotated.found();
        if (beans.length > 0) {
            builder.tools(guard.async().scan(beans));
        }
        guard.server(builder);
    }
}
