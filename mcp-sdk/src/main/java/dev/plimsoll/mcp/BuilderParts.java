package dev.plimsoll.mcp;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * What has been put into one of the SDK's server builders. They keep it in fields that only their own package reads, and
 * offer no other way to it.
 */
record BuilderParts(Object builder, Class<?> declaring) {

    /** The object in a field, which is never null there. */
    <F> F part(String name, Class<F> type) {
        F value = optional(name, type);
        if (value == null) {
            throw unknown(name, null);
        }
        return value;
    }

    <F> @Nullable F optional(String name, Class<F> type) {
        try {
            Field field = declaring.getDeclaredField(name);
            field.setAccessible(true);
            return type.cast(field.get(builder));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw unknown(name, e);
        }
    }

    private IllegalStateException unknown(String name, @Nullable Exception cause) {
        return new IllegalStateException(
                "the builder " + declaring.getName() + " of this version of the MCP Java SDK keeps its " + name
                        + " elsewhere: guard the lists of specifications instead, as in tools(guard.sync().tools(list))",
                cause);
    }
}
