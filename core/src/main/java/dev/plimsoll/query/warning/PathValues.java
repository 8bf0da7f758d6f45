package dev.plimsoll.query.warning;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values at a path: their types, and the distinct scalars with their counts. */
final class PathValues {

    /** Maximum number of distinct scalars to remember. */
    private static final int MAX_DISTINCT = 20_000;

    private static final int MAX_SCALAR_BYTES = 200;

    private final Map<JsonType, Integer> types = new EnumMap<>(JsonType.class);
    private final Map<Slice, Integer> counts = new LinkedHashMap<>();
    private boolean isIncomplete;
    private boolean hasOnlyNumericTexts = true;
    private int textLength = -1;
    private boolean hasEqualLengths = true;

    void add(Slice value) {
        JsonType type = Json.type(value);
        types.merge(type, 1, Integer::sum);
        if (type == JsonType.ARRAY || type == JsonType.OBJECT) {
            return;
        }
        if (value.length() > MAX_SCALAR_BYTES || (counts.size() == MAX_DISTINCT && !counts.containsKey(value))) {
            isIncomplete = true;
        } else {
            counts.merge(value, 1, Integer::sum);
        }
        Slice text = type == JsonType.STRING ? Json.stringInside(value) : Slice.of("");
        if (!text.isEmpty()) {
            hasOnlyNumericTexts &= isNumber(text);
            hasEqualLengths &= textLength < 0 || textLength == text.length();
            textLength = text.length();
        }
    }

    private static boolean isNumber(Slice text) {
        byte first = text.at(0);
        return (first == '-' || (first >= '0' && first <= '9'))
                && Json.isValid(text)
                && text.at(text.length() - 1) > ' ';
    }

    int count() {
        return types.values().stream().mapToInt(Integer::intValue).sum();
    }

    int count(JsonType type) {
        return types.getOrDefault(type, 0);
    }

    /** Returns whether some values are text, and all texts that are not empty are numbers. */
    boolean isNumericText() {
        return textLength > 0 && hasOnlyNumericTexts;
    }

    /** Returns whether all texts have the same length, so that their order is that of the numbers. */
    boolean hasEqualLengths() {
        return hasEqualLengths;
    }

    /** Returns the only type of the values that are not null; null if there are several, or none. */
    @Nullable JsonType commonType() {
        List<JsonType> typesWithoutNull =
                types.keySet().stream().filter(type -> type != JsonType.NULL).toList();
        return typesWithoutNull.size() == 1 ? typesWithoutNull.get(0) : null;
    }

    /** Returns whether some values are not known, because there are too many, or because they are long. */
    boolean isIncomplete() {
        return isIncomplete;
    }

    /** Returns the distinct scalars that are not null, the most frequent first. */
    List<Map.Entry<Slice, Integer>> mostFrequent() {
        List<Map.Entry<Slice, Integer>> entries = new ArrayList<>(counts.entrySet());
        entries.removeIf(entry -> Json.type(entry.getKey()) == JsonType.NULL);
        entries.sort(Comparator.comparing((Map.Entry<Slice, Integer> entry) -> entry.getValue())
                .reversed());
        return entries;
    }

    /** Returns a scalar for a sentence: a text without quotes. */
    static String toText(Value scalar) {
        return scalar instanceof StringValue s
                ? s.string()
                : scalar instanceof NumberValue n ? n.text() : scalar.isTrue() ? "true" : "false";
    }
}
