package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.spring.settings.PlimsollSettings;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpStatelessAsyncServer;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.System.Logger.Level;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Guards specifications added to a running server, for example with {@code addTool}. Logs a warning if a server was built
 * without the guard.
 */
record GuardedServers(ObjectProvider<Guard> guards, ObjectProvider<PlimsollSettings> settings)
        implements BeanPostProcessor {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");
    private static final String READ = "plimsoll_read";

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        List<Tool> tools = tools(bean);
        if (tools == null) {
            return bean;
        }
        Guard guard = guards.getObject();
        if (isUnguarded(tools, guard)) {
            LOG.log(
                    Level.WARNING,
                    "the tools of the bean {0} are not guarded, since something else than Spring AI has built it: put its"
                            + " builder through Guard.server(builder) before build(), with the bean of type Guard",
                    name);
        }
        return guarded(bean, new SpecificationGuard(guard));
    }

    /** Returns the tools of a server, or null if the bean is not a server. */
    private static @Nullable List<Tool> tools(Object bean) {
        if (bean instanceof McpSyncServer server) {
            return server.listTools();
        }
        if (bean instanceof McpStatelessSyncServer server) {
            return server.listTools();
        }
        if (bean instanceof McpAsyncServer server) {
            return server.listTools().collectList().block();
        }
        return bean instanceof McpStatelessAsyncServer server
                ? server.listTools().collectList().block()
                : null;
    }

    private boolean isUnguarded(List<Tool> tools, Guard guard) {
        String server = settings.getObject().name();
        return tools.stream().noneMatch(tool -> tool.name().equals(READ))
                && tools.stream()
                        .anyMatch(tool ->
                                guard.engine().policy(server, tool.name()).shapes());
    }

    private static Object guarded(Object server, SpecificationGuard specificationGuard) {
        ProxyFactory proxies = new ProxyFactory(server);
        proxies.setProxyTargetClass(true);
        proxies.addAdvice((MethodInterceptor) call -> {
            @Nullable Object[] given = call.getArguments();
            Object added = given.length == 1 ? given[0] : null;
            if (added != null) {
                given[0] = specificationGuard.guarded(added);
            }
            Object answer = call.proceed();
            return answer instanceof McpAsyncServer behind ? guarded(behind, specificationGuard) : answer;
        });
        return proxies.getProxy(McpSyncServer.class.getClassLoader());
    }
}
