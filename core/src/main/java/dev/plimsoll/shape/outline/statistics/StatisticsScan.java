package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Adds valid JSON values to statistics in one pass over their bytes. */
final class StatisticsScan {

    private static final int MAX_DEPTH = 24;

    private final byte[] bytes;
    private final int from;
    private final int end;
    private final @Nullable KnownList known;

    /**
     * Array whose items were counted before. It must be the only array at its position, such as {@code
     * /items}.
     *
     * @param array the array without white space around it
     */
    record KnownList(Slice array, ValueStatistics items, long count) {}

    StatisticsScan(Slice value) {
        this(value, null);
    }

    StatisticsScan(Slice value, @Nullable KnownList known) {
        this.bytes = value.bytes();
        this.from = value.from();
        this.end = value.to();
        this.known = known;
    }

    /** Adds the value. */
    void addTo(ValueStatistics valueStatistics) {
        addValue(valueStatistics, Json.skipSpace(bytes, from, end), 0);
    }

    /** Adds the value that begins at an offset; returns its end. */
    private int addValue(ValueStatistics values, int at, int depth) {
        if (at >= end) {
            return end;
        }
        int after;
        JsonType type;
        switch (bytes[at]) {
            case '"' -> {
                type = JsonType.STRING;
                after = Json.skipString(bytes, at, end);
                values.scalarsToAdd().addString(bytes, at + 1, Math.max(at + 1, after - 1));
            }
            case '{' -> {
                type = JsonType.OBJECT;
                after = depth > MAX_DEPTH ? Json.skipValue(bytes, at, end) : addObject(values, at, depth);
            }
            case '[' -> {
                type = JsonType.ARRAY;
                after = depth > MAX_DEPTH ? Json.skipValue(bytes, at, end) : addArray(values, at, depth);
            }
            case 't', 'f' -> {
                type = JsonType.BOOLEAN;
                after = Json.skipValue(bytes, at, end);
                values.scalarsToAdd().addBoolean(bytes, at, after);
            }
            case 'n' -> {
                type = JsonType.NULL;
                after = Json.skipValue(bytes, at, end);
            }
            default -> {
                type = JsonType.NUMBER;
                after = Json.skipValue(bytes, at, end);
                values.scalarsToAdd().addNumber(bytes, at, after);
            }
        }
        values.add(type, after - at);
        return after;
    }

    private int addObject(ValueStatistics values, int at, int depth) {
        ObjectStatistics objects = values.objectsToAdd();
        int object = values.of(JsonType.OBJECT);
        objects.begin();
        int size = 0;
        int i = Json.skipSpace(bytes, at + 1, end);
        while (i < end && bytes[i] == '"') {
            int keyFrom = i + 1;
            int length = objects.likelyLength(bytes, keyFrom, end);
            ValueStatistics field;
            if (length >= 0) {
                field = objects.likelyField();
                i = keyFrom + length + 1;
            } else {
                i = Json.skipString(bytes, i, end);
                field = objects.field(new Slice(bytes, keyFrom, Math.max(keyFrom, i - 1)));
            }
            i = Json.skipSpace(bytes, i, end);
            if (i < end && bytes[i] == ':') {
                i = Json.skipSpace(bytes, i + 1, end);
            }
            if (field == null) {
                i = Json.skipValue(bytes, i, end);
            } else {
                field.markPresent(object);
                i = addValue(field, i, depth + 1);
            }
            size++;
            i = afterComma(i);
        }
        objects.end(size);
        return i < end && bytes[i] == '}' ? i + 1 : i;
    }

    private int addArray(ValueStatistics values, int at, int depth) {
        if (known != null && at == known.array.from()) {
            values.setItems(known.items, known.count);
            return known.array.to();
        }
        ValueStatistics items = values.itemsToAdd();
        int i = Json.skipSpace(bytes, at + 1, end);
        long length = 0;
        while (i < end && bytes[i] != ']') {
            i = addValue(items, i, depth + 1);
            length++;
            i = afterComma(i);
        }
        values.addArrayLength(length);
        return i < end ? i + 1 : end;
    }

    private int afterComma(int at) {
        int i = Json.skipSpace(bytes, at, end);
        return i < end && bytes[i] == ',' ? Json.skipSpace(bytes, i + 1, end) : i;
    }
}
