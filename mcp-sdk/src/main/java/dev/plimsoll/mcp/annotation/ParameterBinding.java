package dev.plimsoll.mcp.annotation;

import dev.plimsoll.mcp.annotation.ArgumentSchemaFactory.Argument;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a method to the values of a request. */
final class ParameterBinding {

    /** Returns the value of one parameter for a call. */
    @FunctionalInterface
    private interface ValueSource {

        @Nullable Object value(Object exchange, McpTransportContext context, CallToolRequest request);
    }

    private final List<ValueSource> sources = new ArrayList<>();
    private final List<Argument> arguments = new ArrayList<>();
    private final ToolDeclaration toolDeclaration;
    private final McpJsonMapper mapper;

    /**
     * Creates a binding.
     *
     * @param exchangeType the type of the first argument of this kind of server's handlers
     */
    ParameterBinding(ToolDeclaration toolDeclaration, Class<?> exchangeType, McpJsonMapper mapper) {
        this.toolDeclaration = toolDeclaration;
        this.mapper = mapper;
        Method method = toolDeclaration.method();
        for (int i = 0; i < method.getParameterCount(); i++) {
            sources.add(createSource(method.getParameters()[i], i, exchangeType));
        }
    }

    /** Returns the parameters that receive the argument of the same name. */
    List<Argument> namedArguments() {
        return arguments;
    }

    private ValueSource createSource(Parameter parameter, int index, Class<?> exchangeType) {
        Class<?> type = parameter.getType();
        if (type == McpTransportContext.class) {
            return (callExchange, context, request) -> context;
        }
        if (type == exchangeType) {
            return (callExchange, context, request) -> callExchange;
        }
        if (type == CallToolRequest.class) {
            return (callExchange, context, request) -> request;
        }
        if (type.getName().startsWith("io.modelcontextprotocol.server.")) {
            throw invalidTool(
                    "this kind of server has no " + type.getSimpleName(),
                    exchangeType == McpTransportContext.class
                            ? "use a McpTransportContext"
                            : "use a " + exchangeType.getSimpleName() + " or a McpTransportContext");
        }
        if (type == toolDeclaration.arguments()) {
            return (callExchange, context, request) -> convert(argumentsOf(request), type, "arguments");
        }
        if (Map.class.isAssignableFrom(type) && !parameter.isAnnotationPresent(McpArgument.class)) {
            return (callExchange, context, request) -> argumentsOf(request);
        }
        return createArgumentSource(parameter, index);
    }

    private ValueSource createArgumentSource(Parameter parameter, int index) {
        String name = ArgumentSchemaFactory.name(parameter, parameter.isNamePresent() ? parameter.getName() : "");
        if (name.isEmpty()) {
            throw invalidTool(
                    "the name of its parameter " + (index + 1) + " is unknown",
                    "compile with -parameters, or name it with @McpArgument(name = \"…\")");
        }
        Argument argument = new Argument(name, parameter.getAnnotatedType(), parameter);
        if (parameter.getType().isPrimitive() && !argument.isRequired()) {
            throw invalidTool(
                    "its parameter " + name + " of type " + parameter.getType() + " cannot be absent",
                    "use the object type, or make it required");
        }
        arguments.add(argument);
        Type type = parameter.getParameterizedType();
        boolean isOptional = parameter.getType() == Optional.class;
        Type valueType = isOptional && type instanceof java.lang.reflect.ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : type;
        return (callExchange, context, request) -> {
            Object value = argumentsOf(request).get(name);
            if (value == null && argument.isRequired()) {
                throw refusal(name, name + " is missing", "give " + name);
            }
            Object converted = value == null ? null : convert(value, valueType, name);
            return isOptional ? Optional.ofNullable(converted) : converted;
        };
    }

    private static Map<String, Object> argumentsOf(CallToolRequest request) {
        return request.arguments() == null ? Map.of() : request.arguments();
    }

    private @Nullable Object convert(Object value, Type type, String name) {
        try {
            return mapper.convertValue(value, new RuntimeTypeRef(type));
        } catch (RuntimeException e) {
            throw refusal(name, name + " has the wrong type", name + " as the tool's input schema describes it");
        }
    }

    private static RefusedException refusal(String argument, String message, String suggestion) {
        return new RefusedException(ErrorCode.INVALID_REQUEST, message, suggestion).detail("argument", argument);
    }

    @Nullable Object[] resolveValues(Object exchange, McpTransportContext context, CallToolRequest request) {
        @Nullable Object[] values = new Object[sources.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = sources.get(i).value(exchange, context, request);
        }
        return values;
    }

    private InvalidToolException invalidTool(String problem, String fix) {
        return new InvalidToolException(toolDeclaration.method(), problem, fix);
    }

    /** A type reference for a type that is known only at run time. */
    private static final class RuntimeTypeRef extends TypeRef<Object> {

        private final Type type;

        RuntimeTypeRef(Type type) {
            this.type = type;
        }

        @Override
        public Type getType() {
            return type;
        }
    }
}
