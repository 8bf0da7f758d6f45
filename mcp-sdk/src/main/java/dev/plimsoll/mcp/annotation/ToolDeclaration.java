package dev.plimsoll.mcp.annotation;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of the annotation of a method, which is {@link McpHeavy} or {@link McpGuarded}.
 *
 * @param arguments the record or bean from which the schema is derived; null if there is none
 * @param heavy the annotation, if it is {@code McpHeavy}; null otherwise
 */
record ToolDeclaration(
        Method method,
        String name,
        String description,
        String inputSchema,
        @Nullable Class<?> arguments,
        boolean isWriteTool,
        boolean isAdminTool,
        List<Class<? extends PermissionCheck>> permissions,
        @Nullable McpHeavy heavy) {

    private static final String NAME = "[A-Za-z0-9_.-]{1,128}";

    /** Returns the declaration of a method; null if it has neither annotation. */
    static @Nullable ToolDeclaration of(Method method) {
        McpHeavy heavy = method.getAnnotation(McpHeavy.class);
        McpGuarded guarded = method.getAnnotation(McpGuarded.class);
        if (heavy != null && guarded != null) {
            throw new InvalidToolException(method, "has both annotations", "keep only one");
        }
        if (heavy != null) {
            return new ToolDeclaration(
                    method,
                    name(heavy.name(), method),
                    heavy.description(),
                    heavy.inputSchema(),
                    argumentsOrNull(heavy.arguments()),
                    heavy.write(),
                    heavy.admin(),
                    List.of(heavy.permissions()),
                    heavy);
        }
        return guarded == null
                ? null
                : new ToolDeclaration(
                        method,
                        name(guarded.name(), method),
                        guarded.description(),
                        guarded.inputSchema(),
                        argumentsOrNull(guarded.arguments()),
                        guarded.write(),
                        guarded.admin(),
                        List.of(guarded.permissions()),
                        null);
    }

    private static String name(String declaredName, Method method) {
        String name = declaredName.isEmpty() ? method.getName() : declaredName;
        if (!name.matches(NAME)) {
            throw new InvalidToolException(method, "invalid tool name " + name, "use 1 to 128 of A-Z a-z 0-9 _ - .");
        }
        return name;
    }

    private static @Nullable Class<?> argumentsOrNull(Class<?> declaredClass) {
        return declaredClass == Void.class ? null : declaredClass;
    }

    Tier tier() {
        return isAdminTool ? Tier.ADMIN : isWriteTool ? Tier.READ_WRITE : Tier.READ;
    }

    /** Returns the policy with the settings of the annotation. */
    Policy applyTo(Policy policy) {
        Policy tieredPolicy = policy.with(Policy.TIER, tier());
        McpHeavy heavyAnnotation = heavy;
        if (heavyAnnotation == null) {
            return tieredPolicy;
        }
        Policy changed = tieredPolicy.with(Policy.HEAVY, true);
        if (!heavyAnnotation.style().isEmpty()) {
            changed = changed.withText(Policy.STYLE.name(), heavyAnnotation.style());
        }
        if (!heavyAnnotation.ttl().isEmpty()) {
            changed = changed.withText(Policy.TTL.name(), heavyAnnotation.ttl());
        }
        if (heavyAnnotation.prefetch() != 0) {
            changed = changed.with(Policy.PREFETCH, heavyAnnotation.prefetch());
        }
        return heavyAnnotation.pageSize() == 0
                ? changed
                : changed.with(Policy.DEFAULT_PAGE_SIZE, heavyAnnotation.pageSize());
    }

    /** Returns this declaration. Throws {@link InvalidToolException} if its values contradict each other. */
    ToolDeclaration requireConsistent() {
        if (!inputSchema.isEmpty() && arguments != null) {
            throw new InvalidToolException(method, "has inputSchema and arguments", "keep one of them");
        }
        if (heavy != null && method.getReturnType() == void.class) {
            throw new InvalidToolException(method, "returns no result", "return the result, or use @McpGuarded");
        }
        try {
            applyTo(Policy.defaults());
        } catch (IllegalArgumentException e) {
            throw new InvalidToolException(
                    method, String.valueOf(e.getMessage()), "use a value that the policy allows");
        }
        return this;
    }
}
