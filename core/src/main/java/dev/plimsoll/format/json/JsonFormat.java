package dev.plimsoll.format.json;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** JSON format: one object or array, or several in sequence that are not one per line. */
public final class JsonFormat implements TextFormat {

    @Override
    public String name() {
        return "json";
    }

    @Override
    public boolean canRead(Slice text) {
        int offset = Json.skipSpace(text.bytes(), text.from(), text.to());
        return offset < text.to() && (text.bytes()[offset] == '{' || text.bytes()[offset] == '[');
    }

    @Override
    public @Nullable TextData read(Slice text) {
        byte[] bytes = text.bytes();
        int end = text.to();
        JsonRecords records = new JsonRecords("JSON", text);
        boolean isOnePerLineSoFar = true;
        int offset = Json.skipSpace(bytes, text.from(), end);
        while (offset < end) {
            int valueEnd = bytes[offset] == '{' || bytes[offset] == '[' ? Json.endOfValid(bytes, offset, end) : -1;
            if (valueEnd < 0) {
                return null;
            }
            records.add(offset, valueEnd);
            int nextValue = Json.skipSpace(bytes, valueEnd, end);
            isOnePerLineSoFar &= !hasLineFeed(bytes, offset, valueEnd)
                    && (nextValue == end || hasLineFeed(bytes, valueEnd, nextValue));
            if (records.count() == 2 && isOnePerLineSoFar) {
                // probably JSON Lines, which has its own format
                return null;
            }
            offset = nextValue;
        }
        if (records.count() == 1) {
            Slice value = records.value(0);
            return Json.type(value) == JsonType.ARRAY ? JsonRecords.ofArray("JSON", value) : new JsonObject(value);
        }
        return records.count() == 0 ? null : records;
    }

    @Override
    public int errorOffset(Slice text) {
        return JsonErrorPlace.find(text);
    }

    private static boolean hasLineFeed(byte[] bytes, int from, int to) {
        return LineScanner.findLineFeed(bytes, from, to) < to;
    }
}
