package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Post-processor that guards beans that are lists of specifications, before Spring AI builds a server from them. Servers without sessions
 * need this, because Spring AI does not pass their builders to a customizer. Versions of the SDK whose builders cannot be read
 * need it, too.
 *
 * @param enclosingClass the class of the SDK in which the specifications are declared
 */
record SpecificationListPostProcessor(ObjectProvider<Guard> guards, Class<?> enclosingClass)
        implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof List<?> list) || list.isEmpty() || !isGuardable(list.get(0))) {
            return bean;
        }
        SpecificationGuard specificationGuard = new SpecificationGuard(guards.getObject());
        return list.stream().map(specificationGuard::guard).toList();
    }

    private boolean isGuardable(Object element) {
        return element.getClass().getEnclosingClass() == enclosingClass;
    }
}
