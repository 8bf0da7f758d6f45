package dev.plimsoll.mcp;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contents of one of the SDK's server builders by reflection: they are in package-private fields without accessors.
 */
record BuilderParts(Object builder, Class<?> declaring) {

    /** Returns the object in a field that is never null. */
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
                "the builder " + declaring.getName() + " of this version of the MCP Java SDK has no field " + name
                        + ": guard the lists of specifications instead, as in tools(guard.sync().tools(list))",
                cause);
    }
}
