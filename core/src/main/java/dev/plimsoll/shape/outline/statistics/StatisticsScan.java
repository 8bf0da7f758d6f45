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
    private final @Nullable KnownList knownList;

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

    StatisticsScan(Slice value, @Nullable KnownList knownList) {
        this.bytes = value.bytes();
        this.from = value.from();
        this.end = value.to();
        this.knownList = knownList;
    }

    /** Adds the value. */
    void addTo(ValueStatistics valueStatistics) {
        addValue(valueStatistics, Json.skipSpace(bytes, from, end), 0);
    }

    /** Adds the value that begins at an offset; returns its end. */
    private int addValue(ValueStatistics values, int offset, int depth) {
        if (offset >= end) {
            return end;
        }
        int valueEnd;
        JsonType type;
        switch (bytes[offset]) {
            case '"' -> {
                type = JsonType.STRING;
                valueEnd = Json.skipString(bytes, offset, end);
                values.getOrCreateScalars().addString(bytes, offset + 1, Math.max(offset + 1, valueEnd - 1));
            }
            case '{' -> {
                type = JsonType.OBJECT;
                valueEnd = depth > MAX_DEPTH ? Json.skipValue(bytes, offset, end) : addObject(values, offset, depth);
            }
            case '[' -> {
                type = JsonType.ARRAY;
                valueEnd = depth > MAX_DEPTH ? Json.skipValue(bytes, offset, end) : addArray(values, offset, depth);
            }
            case 't', 'f' -> {
                type = JsonType.BOOLEAN;
                valueEnd = Json.skipValue(bytes, offset, end);
                values.getOrCreateScalars().addBoolean(bytes, offset, valueEnd);
            }
            case 'n' -> {
                type = JsonType.NULL;
                valueEnd = Json.skipValue(bytes, offset, end);
            }
            default -> {
                type = JsonType.NUMBER;
                valueEnd = Json.skipValue(bytes, offset, end);
                values.getOrCreateScalars().addNumber(bytes, offset, valueEnd);
            }
        }
        values.add(type, valueEnd - offset);
        return valueEnd;
    }

    private int addObject(ValueStatistics values, int offset, int depth) {
        ObjectStatistics objects = values.getOrCreateObjects();
        int objectIndex = values.countOf(JsonType.OBJECT);
        objects.begin();
        int size = 0;
        int i = Json.skipSpace(bytes, offset + 1, end);
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
                field.markPresent(objectIndex);
                i = addValue(field, i, depth + 1);
            }
            size++;
            i = afterComma(i);
        }
        objects.end(size);
        return i < end && bytes[i] == '}' ? i + 1 : i;
    }

    private int addArray(ValueStatistics values, int offset, int depth) {
        if (knownList != null && offset == knownList.array.from()) {
            values.setItems(knownList.items, knownList.count);
            return knownList.array.to();
        }
        ValueStatistics items = values.getOrCreateItems();
        int i = Json.skipSpace(bytes, offset + 1, end);
        long length = 0;
        while (i < end && bytes[i] != ']') {
            i = addValue(items, i, depth + 1);
            length++;
            i = afterComma(i);
        }
        values.addArrayLength(length);
        return i < end ? i + 1 : end;
    }

    private int afterComma(int offset) {
        int i = Json.skipSpace(bytes, offset, end);
        return i < end && bytes[i] == ',' ? Json.skipSpace(bytes, i + 1, end) : i;
    }
}
