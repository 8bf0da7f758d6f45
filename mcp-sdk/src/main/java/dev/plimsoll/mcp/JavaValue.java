package dev.plimsoll.mcp;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts JSON to the maps and lists that the SDK uses. Numbers stay exact: 1.10 stays 1.10, and an integer of thirty
 * digits keeps all digits. The SDK's own mapper converts all fractions to doubles.
 */
final class JavaValue {

    private static final int SAFE_INT_LENGTH = 9;
    private static final int SAFE_LONG_LENGTH = 18;

    private JavaValue() {}

    /** A list or a map during conversion. */
    private interface Container {

        /** Returns the next value to add, or null at the end. */
        @Nullable Slice next();

        void put(@Nullable Object value);

        Object result();
    }

    /** Converts valid JSON to a Java value. */
    static @Nullable Object fromJson(Slice json) {
        Container outer = createContainer(json);
        return outer == null ? toScalar(json) : convert(outer);
    }

    /** Converts a valid JSON object to a map. Any other value becomes an empty map. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> objectFromJson(Slice json) {
        return fromJson(json) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** Converts with an explicit stack, because nesting may be deep. */
    private static Object convert(Container outer) {
        Deque<Container> stack = new ArrayDeque<>();
        stack.push(outer);
        while (true) {
            Container container = stack.element();
            Slice value = container.next();
            if (value == null) {
                Object finishedValue = stack.pop().result();
                Container parent = stack.peek();
                if (parent == null) {
                    return finishedValue;
                }
                parent.put(finishedValue);
                continue;
            }
            Container nested = createContainer(value);
            if (nested == null) {
                container.put(toScalar(value));
            } else {
                stack.push(nested);
            }
        }
    }

    private static @Nullable Container createContainer(Slice value) {
        return switch (Json.type(value)) {
            case OBJECT -> new MapContainer(Members.of(value), new LinkedHashMap<>());
            case ARRAY -> new ListContainer(ItemIndex.of(value));
            default -> null;
        };
    }

    private record MapContainer(Members members, Map<String, @Nullable Object> map) implements Container {

        @Override
        public @Nullable Slice next() {
            return members.next() ? members.value() : null;
        }

        @Override
        public void put(@Nullable Object value) {
            map.put(members.keyText(), value);
        }

        @Override
        public Object result() {
            return map;
        }
    }

    private static final class ListContainer implements Container {

        private final ItemIndex items;
        private final List<@Nullable Object> list;

        ListContainer(ItemIndex items) {
            this.items = items;
            this.list = new ArrayList<>(items.count());
        }

        @Override
        public @Nullable Slice next() {
            return list.size() < items.count() ? items.item(list.size()) : null;
        }

        @Override
        public void put(@Nullable Object value) {
            list.add(value);
        }

        @Override
        public Object result() {
            return list;
        }
    }

    private static @Nullable Object toScalar(Slice json) {
        Slice value = Json.trim(json);
        JsonType type = Json.type(value);
        return switch (type) {
            case STRING -> JsonText.unescapeToString(Json.stringInside(value));
            case BOOLEAN -> value.at(0) == 't';
            case NUMBER -> toNumber(value.utf8());
            default -> null;
        };
    }

    private static Object toNumber(String text) {
        boolean isInteger = text.chars().allMatch(c -> c == '-' || Character.isDigit(c)) && !text.equals("-0");
        if (!isInteger) {
            return toFraction(text);
        }
        if (text.length() <= SAFE_INT_LENGTH) {
            return Integer.valueOf(text);
        }
        return text.length() <= SAFE_LONG_LENGTH ? (Object) Long.valueOf(text) : new BigInteger(text);
    }

    private static Object toFraction(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            // the exponent is out of the range of BigDecimal
            return Double.valueOf(text);
        }
    }
}
