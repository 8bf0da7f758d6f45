package dev.plimsoll.mcp;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads the contents of one of the SDK's server builders by reflection: they are in package-private fields without accessors.
 */
record BuilderParts(Object builder, Class<?> declaringClass) {

    /** Returns the object in a field that is never null. */
    <F> F get(String name, Class<F> type) {
        F value = find(name, type);
        if (value == null) {
            throw missingField(name, null);
        }
        return value;
    }

    <F> @Nullable F find(String name, Class<F> type) {
        try {
            Field field = declaringClass.getDeclaredField(name);
            field.setAccessible(true);
            return type.cast(field.get(builder));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw missingField(name, e);
        }
    }

    private IllegalStateException missingField(String name, @Nullable Exception cause) {
        return new IllegalStateException(
                "the builder " + declaringClass.getName() + " of this version of the MCP Java SDK has no field " + name
                        + ": guard the lists of specifications instead, as in tools(guard.sync().tools(list))",
                cause);
    }
}
