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
 * Post-processor that guards specifications added to a running server, for example with {@code addTool}. It logs a warning if a server was built
 * without the guard.
 */
record ServerPostProcessor(ObjectProvider<Guard> guards, ObjectProvider<PlimsollSettings> settings)
        implements BeanPostProcessor {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");
    private static final String READ_TOOL = "plimsoll_read";

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        List<Tool> tools = findTools(bean);
        if (tools == null) {
            return bean;
        }
        Guard guard = guards.getObject();
        if (isUnguarded(tools, guard)) {
            LOG.log(
                    Level.WARNING,
                    "the tools of the bean {0} are not guarded, because Spring AI did not build it: pass its builder to"
                            + " server(builder) of the Guard bean before build()",
                    name);
        }
        return guard(bean, new SpecificationGuard(guard));
    }

    /** Returns the tools of a server, or null if the bean is not a server. */
    private static @Nullable List<Tool> findTools(Object bean) {
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
        return tools.stream().noneMatch(tool -> tool.name().equals(READ_TOOL))
                && tools.stream()
                        .anyMatch(tool ->
                                guard.policies().forTool(server, tool.name()).canShape());
    }

    private static Object guard(Object server, SpecificationGuard specificationGuard) {
        ProxyFactory proxyFactory = new ProxyFactory(server);
        proxyFactory.setProxyTargetClass(true);
        proxyFactory.addAdvice((MethodInterceptor) call -> {
            @Nullable Object[] arguments = call.getArguments();
            Object specification = arguments.length == 1 ? arguments[0] : null;
            if (specification != null) {
                arguments[0] = specificationGuard.guard(specification);
            }
            Object result = call.proceed();
            return result instanceof McpAsyncServer asyncServer ? guard(asyncServer, specificationGuard) : result;
        });
        return proxyFactory.getProxy(McpSyncServer.class.getClassLoader());
    }
}
