package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Guards the specifications of servers without sessions. Spring AI does not expose their builders, and fills them only from
 * beans that are lists of specifications.
 */
record GuardedLists(ObjectProvider<Guard> guards) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof List<?> list) || list.isEmpty() || !isStateless(list.get(0))) {
            return bean;
        }
        SpecificationGuard specificationGuard = new SpecificationGuard(guards.getObject());
        return list.stream().map(specificationGuard::guard).toList();
    }

    private static boolean isStateless(Object element) {
        return element.getClass().getEnclosingClass() == McpStatelessServerFeatures.class;
    }
}
