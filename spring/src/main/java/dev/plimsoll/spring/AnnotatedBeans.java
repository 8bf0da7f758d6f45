package dev.plimsoll.spring;

import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the beans with methods that are annotated with {@link McpHeavy} or {@link McpGuarded}. */
record AnnotatedBeans(ConfigurableListableBeanFactory factory) {

    private static final String SCOPED_PREFIX = "scopedTarget.";
    private static final List<String> EXCLUDED_PACKAGES = List.of("org.springframework.", "java.", "jakarta.");

    /** Returns the beans in the order of their definitions. Creates beans that do not exist yet. */
    Object[] findAll() {
        List<Object> found = new ArrayList<>();
        for (String name : factory.getBeanDefinitionNames()) {
            if (!name.startsWith(SCOPED_PREFIX) && isAnnotated(factory.getType(name, false))) {
                found.add(factory.getBean(name));
            }
        }
        return found.toArray();
    }

    private static boolean isAnnotated(@Nullable Class<?> type) {
        if (type == null) {
            return false;
        }
        Class<?> userClass = ClassUtils.getUserClass(type);
        return EXCLUDED_PACKAGES.stream().noneMatch(userClass.getName()::startsWith)
                && List.of(ReflectionUtils.getAllDeclaredMethods(userClass)).stream()
                        .anyMatch(method -> method.isAnnotationPresent(McpHeavy.class)
                                || method.isAnnotationPresent(McpGuarded.class));
    }
}
