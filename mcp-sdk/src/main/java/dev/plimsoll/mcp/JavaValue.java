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
 * Converts JSON to the maps and lists that the SDK takes. The SDK's own mapper would turn all fractions into doubles; here 1.10
 * stays 1.10, and an integer of thirty digits stays exact.
 */
final class JavaValue {

    private static final int SURELY_INT = 9;
    private static final int SURELY_LONG = 18;

    private JavaValue() {}

    /** A list or a map during conversion. */
    private interface Filling {

        /** Returns the next value to add, or null at the end. */
        @Nullable Slice next();

        void put(@Nullable Object value);

        Object whole();
    }

    /** Converts valid JSON to a Java value. */
    static @Nullable Object of(Slice json) {
        Filling outer = filling(json);
        return outer == null ? plain(json) : filled(outer);
    }

    /** Converts a valid JSON object to a map. Any other value becomes an empty map. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Slice json) {
        return of(json) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** Converts with an explicit stack, because nesting may be deep. */
    private static Object filled(Filling outer) {
        Deque<Filling> stack = new ArrayDeque<>();
        stack.push(outer);
        while (true) {
            Filling container = stack.element();
            Slice value = container.next();
            if (value == null) {
                Object finished = stack.pop().whole();
                Filling parent = stack.peek();
                if (parent == null) {
                    return finished;
                }
                parent.put(finished);
                continue;
            }
            Filling nested = filling(value);
            if (nested == null) {
                container.put(plain(value));
            } else {
                stack.push(nested);
            }
        }
    }

    private static @Nullable Filling filling(Slice value) {
        return switch (Json.type(value)) {
            case OBJECT -> new FillingMap(Members.of(value), new LinkedHashMap<>());
            case ARRAY -> new FillingList(ItemIndex.of(value));
            default -> null;
        };
    }

    private record FillingMap(Members members, Map<String, @Nullable Object> map) implements Filling {

        @Override
        public @Nullable Slice next() {
            return members.next() ? members.value() : null;
        }

        @Override
        public void put(@Nullable Object value) {
            map.put(members.keyText(), value);
        }

        @Override
        public Object whole() {
            return map;
        }
    }

    private static final class FillingList implements Filling {

        private final ItemIndex items;
        private final List<@Nullable Object> list;

        FillingList(ItemIndex items) {
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
        public Object whole() {
            return list;
        }
    }

    private static @Nullable Object plain(Slice json) {
        Slice value = Json.trim(json);
        JsonType type = Json.type(value);
        return switch (type) {
            case STRING -> JsonText.text(Json.stringInside(value));
            case BOOLEAN -> value.at(0) == 't';
            case NUMBER -> number(value.utf8());
            default -> null;
        };
    }

    private static Object number(String text) {
        boolean isInteger = text.chars().allMatch(c -> c == '-' || Character.isDigit(c)) && !text.equals("-0");
        if (!isInteger) {
            return fraction(text);
        }
        if (text.length() <= SURELY_INT) {
            return Integer.valueOf(text);
        }
        return text.length() <= SURELY_LONG ? (Object) Long.valueOf(text) : new BigInteger(text);
    }

    private static Object fraction(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            // the exponent is out of the range of BigDecimal
            return Double.valueOf(text);
        }
    }
}
