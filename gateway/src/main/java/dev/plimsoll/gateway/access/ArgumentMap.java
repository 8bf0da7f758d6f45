package dev.plimsoll.gateway.access;

import dev.cel.common.values.NullValue;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a call as values of CEL, converted at the first access. Throws {@link IllegalArgumentException} if they
 * are too large, or if a name occurs twice: a rule and the server could then read different values.
 */
final class ArgumentMap extends AbstractMap<String, Object> {

    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_VALUES = 10_000;
    private static final int MAX_DEPTH = 32;
    private static final int TRUE_LENGTH = "true".length();

    private final @Nullable Slice arguments;
    private @Nullable Map<String, Object> converted;

    ArgumentMap(@Nullable Slice arguments) {
        this.arguments = arguments;
    }

    private Map<String, Object> converted() {
        Map<String, Object> current = converted;
        if (current == null) {
            current = arguments == null ? Map.of() : new Conversion().convertObject(arguments, 0);
            converted = current;
        }
        return current;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return converted().entrySet();
    }

    @Override
    public boolean containsKey(Object key) {
        return converted().containsKey(key);
    }

    @Override
    public @Nullable Object get(Object key) {
        return converted().get(key);
    }

    /** Converts JSON to values of CEL, and limits their number and depth. */
    private static final class Conversion {

        private int valueCount;

        private Object convert(Slice json, int depth) {
            valueCount++;
            if (valueCount > MAX_VALUES || depth > MAX_DEPTH) {
                throw new IllegalArgumentException("too many values, or nested too deeply");
            }
            JsonType type = Json.type(json);
            return switch (type) {
                case OBJECT -> convertObject(json, depth);
                case ARRAY -> convertArray(json, depth);
                case STRING -> JsonText.unescapeToString(Json.stringInside(json));
                case NUMBER -> convertNumber(new String(json.toByteArray(), StandardCharsets.US_ASCII));
                case NULL -> NullValue.NULL_VALUE;
                case BOOLEAN -> json.length() == TRUE_LENGTH;
            };
        }

        private Map<String, Object> convertObject(Slice json, int depth) {
            if (json.length() > MAX_BYTES) {
                throw new IllegalArgumentException("too large");
            }
            Map<String, Object> map = new LinkedHashMap<>();
            Members members = Members.of(json);
            while (members.next()) {
                if (map.putIfAbsent(members.keyText(), convert(members.value(), depth + 1)) != null) {
                    throw new IllegalArgumentException("a name occurs twice");
                }
            }
            return map;
        }

        private List<Object> convertArray(Slice json, int depth) {
            List<Object> list = new ArrayList<>();
            Elements elements = Elements.of(json);
            while (elements.next()) {
                list.add(convert(elements.value(), depth + 1));
            }
            return list;
        }

        /** Returns a whole number as a {@code Long}, so that rules can compare it with a number such as 100. */
        private static Object convertNumber(String text) {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                return Double.valueOf(text);
            }
        }
    }
}
