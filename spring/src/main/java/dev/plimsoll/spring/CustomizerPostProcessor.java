package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import io.modelcontextprotocol.server.McpServer;
import java.lang.reflect.Modifier;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.customizer.McpAsyncServerCustomizer;
import org.springframework.ai.mcp.customizer.McpSyncServerCustomizer;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Post-processor that guards servers with sessions. Right before Spring AI builds a server, it passes the complete builder to a
 * customizer bean. This post-processor wraps each customizer in a proxy, which guards the builder after the
 * customizer has returned.
 */
record CustomizerPostProcessor(ObjectProvider<Guard> guards, AnnotatedBeans annotatedBeans)
        implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof McpSyncServerCustomizer) && !(bean instanceof McpAsyncServerCustomizer)) {
            return bean;
        }
        Class<?> type = bean.getClass();
        ProxyFactory proxyFactory = new ProxyFactory(bean);
        // the proxy extends the class, so that the application finds the bean by its class; final and hidden classes
        // cannot be extended
        proxyFactory.setProxyTargetClass(!type.isHidden() && !Modifier.isFinal(type.getModifiers()));
        proxyFactory.addAdvice((MethodInterceptor) call -> {
            Object result = call.proceed();
            for (Object argument : call.getArguments()) {
                guard(argument);
            }
            return result;
        });
        return proxyFactory.getProxy(type.getClassLoader());
    }

    private void guard(@Nullable Object argument) {
        if (argument instanceof McpServer.SyncSpecification<?> builder) {
            Object[] beans = annotatedBeans.findAll();
            if (beans.length > 0) {
                builder.tools(guards.getObject().sync().scan(beans));
            }
            guards.getObject().server(builder);
        } else if (argument instanceof McpServer.AsyncSpecification<?> builder) {
            Object[] beans = annotatedBeans.findAll();
            if (beans.length > 0) {
                builder.tools(guards.getObject().async().scan(beans));
            }
            guards.getObject().server(builder);
        }
    }
}
