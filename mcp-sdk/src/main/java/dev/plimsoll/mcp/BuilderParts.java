package dev.plimsoll.mcp;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Specifications and settings in a server builder of the SDK. They are null if the builder hides them. */
record BuilderParts(Object builder, BuilderFields fields) {

    /** Returns the list of tools, whose elements can be replaced. */
    @SuppressWarnings("unchecked")
    <T> @Nullable List<T> tools() {
        return replaceableOrNull((List<T>) read(fields.findCollection(List.class, BuilderFields.TOOLS)));
    }

    private static <T> @Nullable List<T> replaceableOrNull(@Nullable List<T> list) {
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
    <S> @Nullable Map<String, S> specifications(String specification) {
        return replaceableOrNull((Map<String, S>) read(fields.findCollection(Map.class, specification)));
    }

    private static <S> @Nullable Map<String, S> replaceableOrNull(@Nullable Map<String, S> map) {
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
        Object value = read(fields.findValue(type));
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
