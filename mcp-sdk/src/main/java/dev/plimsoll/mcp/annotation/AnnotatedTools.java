package dev.plimsoll.mcp.annotation;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Finds the annotated methods of objects, and creates tools from them. It reports invalid annotations before the server starts.
 *
 * @param exchangeType the type of the first argument of this kind of server's handlers
 * @param isAsync whether methods may return a {@code Mono}
 */
public record AnnotatedTools(McpJsonMapper mapper, Class<?> exchangeType, boolean isAsync) {

    /** Returns the tools of one object in the order of their method names. Throws {@link InvalidToolException} if there is none,
     * or if a method cannot be a tool. */
    public List<AnnotatedTool> find(Object target) {
        Map<String, AnnotatedTool> tools = new LinkedHashMap<>();
        for (Method method : annotatedMethods(target.getClass())) {
            ToolDeclaration toolDeclaration = ToolDeclaration.of(method);
            if (toolDeclaration != null) {
                AnnotatedTool tool = createTool(toolDeclaration.requireConsistent(), target);
                AnnotatedTool other = tools.put(toolDeclaration.name(), tool);
                if (other != null) {
                    throw new InvalidToolException(
                            method, "its tool has the same name as " + other.location(), "rename one of them");
                }
            }
        }
        if (tools.isEmpty()) {
            throw new InvalidToolException(
                    target.getClass().getSimpleName(),
                    "has no annotated method",
                    "annotate one with @McpHeavy or @McpGuarded, or remove the object");
        }
        return List.copyOf(tools.values());
    }

    /**
     * Returns the annotated methods, also those of superclasses, because the object may be a proxy that
     * extends the real class. The methods are sorted, because reflection guarantees no order.
     */
    private static List<Method> annotatedMethods(Class<?> type) {
        Map<String, Method> methods = new LinkedHashMap<>();
        for (Class<?> current = type; current != null && current != Object.class; current = current.getSuperclass()) {
            Arrays.stream(current.getDeclaredMethods())
                    .filter(method -> !method.isBridge() && !method.isSynthetic())
                    .filter(method ->
                            method.isAnnotationPresent(McpHeavy.class) || method.isAnnotationPresent(McpGuarded.class))
                    .forEach(method -> methods.putIfAbsent(
                            method.getName() + Arrays.toString(method.getParameterTypes()), method));
        }
        List<Method> sorted = new ArrayList<>(methods.values());
        sorted.sort(Comparator.comparing(Method::getName).thenComparing(Method::toString));
        return sorted;
    }

    private AnnotatedTool createTool(ToolDeclaration toolDeclaration, Object target) {
        Method method = toolDeclaration.method();
        requireSupportedReturnType(method);
        try {
            method.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw new InvalidToolException(method, "is not accessible", "make it and its class public");
        }
        ParameterBinding parameterBinding = new ParameterBinding(toolDeclaration, exchangeType, mapper);
        Tool tool = Tool.builder(toolDeclaration.name(), inputSchema(toolDeclaration, parameterBinding))
                .description(toolDeclaration.description().isEmpty() ? null : toolDeclaration.description())
                .annotations(ToolAnnotations.builder()
                        .readOnlyHint(!toolDeclaration.isWriteTool() && !toolDeclaration.isAdminTool())
                        .destructiveHint(toolDeclaration.isAdminTool() ? true : null)
                        .build())
                .build();
        return new AnnotatedTool(toolDeclaration, tool, target, parameterBinding, new ReturnValueConverter(mapper));
    }

    private void requireSupportedReturnType(Method method) {
        Class<?> type = method.getReturnType();
        if (Mono.class.isAssignableFrom(type) && !isAsync) {
            throw new InvalidToolException(
                    method,
                    "returns a Mono to a sync server",
                    "return the value, or scan the object with guard.async()");
        }
        boolean isAsyncType = Publisher.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type);
        if (isAsyncType && !Mono.class.isAssignableFrom(type)) {
            throw new InvalidToolException(
                    method,
                    "returns a " + type.getSimpleName(),
                    "return the value, or in an async server a Mono of it");
        }
    }

    private Map<String, Object> inputSchema(ToolDeclaration toolDeclaration, ParameterBinding parameterBinding) {
        ArgumentSchemaFactory schemaFactory = new ArgumentSchemaFactory(toolDeclaration.method());
        Class<?> arguments = toolDeclaration.arguments();
        Map<String, Object> schema = !toolDeclaration.inputSchema().isEmpty()
                ? parseInputSchema(toolDeclaration)
                : arguments != null
                        ? schemaFactory.createForMembers(arguments)
                        : schemaFactory.createFor(parameterBinding.namedArguments());
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            parameterBinding.namedArguments().stream()
                    .filter(argument -> !properties.containsKey(argument.name()))
                    .findFirst()
                    .ifPresent(argument -> {
                        throw new InvalidToolException(
                                toolDeclaration.method(),
                                "its parameter " + argument.name() + " is not in its schema",
                                "add it to the schema, or remove it");
                    });
        }
        return schema;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> parseInputSchema(ToolDeclaration toolDeclaration) {
        Slice json = Slice.of(toolDeclaration.inputSchema());
        boolean isObject = Json.isValid(json) && Json.type(json) == JsonType.OBJECT;
        try {
            Map<String, Object> schema = isObject ? mapper.readValue(json.toByteArray(), Map.class) : Map.of();
            if ("object".equals(schema.get("type"))) {
                return schema;
            }
        } catch (IOException e) {
            // the exception below reports it
        }
        throw new InvalidToolException(
                toolDeclaration.method(),
                "its inputSchema is not a JSON Schema of an object",
                "{\"type\":\"object\",\"properties\":{…}}");
    }
}
