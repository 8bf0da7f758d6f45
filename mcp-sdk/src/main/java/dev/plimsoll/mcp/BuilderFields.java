package dev.plimsoll.mcp;

import io.modelcontextprotocol.server.McpServer;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields in which the SDK's server builders collect specifications. They are read because builders have no
 * accessors. The fields are found by their types, which belong to the SDK's public API; their names do not.
 */
final class BuilderFields {

    static final String TOOLS = "ToolSpecification";
    static final String RESOURCES = "ResourceSpecification";
    static final String TEMPLATES = "ResourceTemplateSpecification";
    static final String PROMPTS = "PromptSpecification";

    /** The fields of a builder that hides them. */
    static final BuilderFields NONE = new BuilderFields(List.of());

    private static final List<Class<?>> BUILDERS = List.of(
            McpServer.SyncSpecification.class,
            McpServer.AsyncSpecification.class,
            McpServer.StatelessSyncSpecification.class,
            McpServer.StatelessAsyncSpecification.class);

    private final List<Field> fields;

    private BuilderFields(List<Field> fields) {
        this.fields = List.copyOf(fields);
    }

    /** Returns the fields of this class and its superclasses that reflection can read. */
    static BuilderFields of(Class<?> builder) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = builder; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                    fields.add(field);
                }
            }
        }
        return new BuilderFields(fields);
    }

    /** Returns whether all specifications are found in every kind of builder. */
    static boolean areComplete() {
        return BUILDERS.stream().map(BuilderFields::of).allMatch(BuilderFields::hasAll);
    }

    private boolean hasAll() {
        return findCollection(List.class, TOOLS) != null
                && findCollection(Map.class, RESOURCES) != null
                && findCollection(Map.class, TEMPLATES) != null
                && findCollection(Map.class, PROMPTS) != null;
    }

    /** Returns the field with a list or map of specifications; null if there is none, or more than one. */
    @Nullable Field findCollection(Class<?> container, String specification) {
        return singleOrNull(fields.stream()
                .filter(field ->
                        field.getType() == container && hasSpecification(field.getGenericType(), specification))
                .toList());
    }

    /** Returns the field of this type; null if there is none, or more than one. */
    @Nullable Field findValue(Class<?> type) {
        return singleOrNull(
                fields.stream().filter(field -> field.getType() == type).toList());
    }

    private static boolean hasSpecification(Type container, String specification) {
        if (!(container instanceof ParameterizedType type)) {
            return false;
        }
        Type[] arguments = type.getActualTypeArguments();
        // the names begin with Sync or Async
        return arguments[arguments.length - 1].getTypeName().endsWith("ync" + specification);
    }

    private static @Nullable Field singleOrNull(List<Field> found) {
        return found.size() == 1 ? found.get(0) : null;
    }
}
