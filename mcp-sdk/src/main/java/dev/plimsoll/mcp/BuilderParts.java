package dev.plimsoll.mcp;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the specifications and settings in a server builder of the SDK. They are null if the builder hides them. */
record BuilderParts(Object builder, BuilderFields fields) {

    /** Returns the list of tools, whose elements can be replaced. */
    @SuppressWarnings("unchecked")
    <T> @Nullable List<T> tools() {
        return replaceable((List<T>) read(fields.collection(List.class, BuilderFields.TOOLS)));
    }

    private static <T> @Nullable List<T> replaceable(@Nullable List<T> list) {
        try {
            if (list != null) {
                list.replaceAll(element -> element);
            }
            return list;
        } catch (UnsupportedOperationException immutable) {
            return null;
        }
    }

    /** Returns a map of resources, resource templates, or prompts, whose values can be replaced. */
    @SuppressWarnings("unchecked")
    <S> @Nullable Map<String, S> map(String specification) {
        return replaceable((Map<String, S>) read(fields.collection(Map.class, specification)));
    }

    private static <S> @Nullable Map<String, S> replaceable(@Nullable Map<String, S> map) {
        try {
            if (map != null) {
                map.replaceAll((key, value) -> value);
            }
            return map;
        } catch (UnsupportedOperationException immutable) {
            return null;
        }
    }

    /** Returns the value of a setting; null also if it is not set. */
    <V> @Nullable V setting(Class<V> type) {
        Object value = read(fields.value(type));
        return value == null ? null : type.cast(value);
    }

    private @Nullable Object read(@Nullable Field field) {
        try {
            return field == null ? null : field.get(builder);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the field " + field + " was made accessible", e);
        }
    }
}
