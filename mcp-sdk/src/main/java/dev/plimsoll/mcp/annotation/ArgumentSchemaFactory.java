package dev.plimsoll.mcp.annotation;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.temporal.Temporal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Factory of JSON Schemas for the Java types that tools use as arguments. */
final class ArgumentSchemaFactory {

    private static final Set<Class<?>> INTEGER_TYPES = Set.of(
            int.class,
            long.class,
            short.class,
            byte.class,
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            java.math.BigInteger.class);

    private final Method method;
    private final Deque<Class<?>> typesInProgress = new ArrayDeque<>();

    ArgumentSchemaFactory(Method method) {
        this.method = method;
    }

    /** Argument of a tool, or member of an argument: a parameter, a record component, or a field. */
    record Argument(String name, AnnotatedType type, AnnotatedElement element) {

        boolean isRequired() {
            McpArgument argument = element.getAnnotation(McpArgument.class);
            return (argument == null || argument.required()) && !isOptional(type) && !isNullable();
        }

        private boolean isNullable() {
            return Arrays.stream(type.getAnnotations())
                            .anyMatch(annotation ->
                                    annotation.annotationType().getSimpleName().equals("Nullable"))
                    || Arrays.stream(element.getAnnotations())
                            .anyMatch(annotation ->
                                    annotation.annotationType().getSimpleName().equals("Nullable"));
        }

        private String description() {
            McpArgument argument = element.getAnnotation(McpArgument.class);
            return argument == null ? "" : argument.description();
        }
    }

    /** Returns the name that {@link McpArgument} sets, or the given default. */
    static String name(AnnotatedElement element, String defaultName) {
        McpArgument argument = element.getAnnotation(McpArgument.class);
        return argument == null || argument.name().isEmpty() ? defaultName : argument.name();
    }

    static boolean isOptional(AnnotatedType type) {
        return rawType(type) == Optional.class;
    }

    /** Returns the schema of an object with these arguments. */
    Map<String, Object> createFor(List<Argument> arguments) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Argument argument : arguments) {
            Map<String, Object> schema = new LinkedHashMap<>(typeSchema(argument.type()));
            if (!argument.description().isEmpty()) {
                schema.put("description", argument.description());
            }
            if (properties.put(argument.name(), schema) != null) {
                throw invalidTool("has two arguments named " + argument.name(), "rename one with @McpArgument(name)");
            }
            if (argument.isRequired()) {
                required.add(argument.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /**
     * Returns the schema of an object whose members are the components of a record, or the non-static fields of a
     * bean.
     */
    Map<String, Object> createForMembers(Class<?> type) {
        if (typesInProgress.contains(type)) {
            throw invalidTool("its argument type " + type.getSimpleName() + " contains itself", "set inputSchema");
        }
        typesInProgress.push(type);
        List<Argument> members = type.isRecord() ? components(type) : fields(type);
        Map<String, Object> schema = createFor(members);
        typesInProgress.pop();
        return schema;
    }

    private static List<Argument> components(Class<?> type) {
        List<Argument> members = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            members.add(new Argument(name(component, component.getName()), component.getAnnotatedType(), component));
        }
        return members;
    }

    private List<Argument> fields(Class<?> type) {
        List<Argument> members = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                members.add(new Argument(name(field, field.getName()), field.getAnnotatedType(), field));
            }
        }
        if (members.isEmpty()) {
            throw invalidTool(
                    "the type " + type.getSimpleName() + " of an argument has no fields",
                    "use a record or a bean with fields, or set inputSchema");
        }
        return members;
    }

    private Map<String, Object> typeSchema(AnnotatedType annotatedType) {
        Class<?> type = rawType(annotatedType);
        Map<String, Object> simpleSchema = simpleSchema(type);
        if (simpleSchema != null) {
            return simpleSchema;
        }
        if (type == Optional.class) {
            return typeSchema(typeArgument(annotatedType, 0));
        }
        if (type.isArray()) {
            return Map.of(
                    "type",
                    "array",
                    "items",
                    typeSchema(
                            ((java.lang.reflect.AnnotatedArrayType) annotatedType).getAnnotatedGenericComponentType()));
        }
        if (Collection.class.isAssignableFrom(type)) {
            return Map.of("type", "array", "items", typeSchema(typeArgument(annotatedType, 0)));
        }
        if (Map.class.isAssignableFrom(type)) {
            return Map.of("type", "object");
        }
        return createForMembers(type);
    }

    private static @Nullable Map<String, Object> simpleSchema(Class<?> type) {
        if (type == Object.class) {
            return Map.of();
        }
        if (CharSequence.class.isAssignableFrom(type) || type == char.class || type == Character.class) {
            return Map.of("type", "string");
        }
        if (type == boolean.class || type == Boolean.class) {
            return Map.of("type", "boolean");
        }
        if (INTEGER_TYPES.contains(type)) {
            return Map.of("type", "integer");
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return Map.of("type", "number");
        }
        if (type.isEnum()) {
            List<String> names = Arrays.stream(type.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList();
            return Map.of("type", "string", "enum", names);
        }
        boolean isText =
                Temporal.class.isAssignableFrom(type) || type == UUID.class || type == java.time.Duration.class;
        return isText ? Map.of("type", "string") : null;
    }

    private AnnotatedType typeArgument(AnnotatedType type, int index) {
        if (type instanceof AnnotatedParameterizedType parameterized) {
            return parameterized.getAnnotatedActualTypeArguments()[index];
        }
        throw invalidTool(
                "has a " + rawType(type).getSimpleName() + " without a type argument",
                "add the type argument, as in List<String>, or set inputSchema");
    }

    private static Class<?> rawType(AnnotatedType annotatedType) {
        java.lang.reflect.Type type = annotatedType.getType();
        if (type instanceof Class<?> rawClass) {
            return rawClass;
        }
        if (type instanceof java.lang.reflect.ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        return type instanceof java.lang.reflect.GenericArrayType ? Object[].class : Object.class;
    }

    private InvalidToolException invalidTool(String problem, String fix) {
        return new InvalidToolException(method, problem, fix);
    }
}
