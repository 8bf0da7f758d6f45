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
    public boolean mayRead(Slice text) {
        int at = Json.skipSpace(text.bytes(), text.from(), text.to());
        return at < text.to() && (text.bytes()[at] == '{' || text.bytes()[at] == '[');
    }

    @Override
    public @Nullable TextData read(Slice text) {
        byte[] b = text.bytes();
        int end = text.to();
        JsonRecords values = new JsonRecords("JSON", text);
        boolean isOnePerLine = true;
        int at = Json.skipSpace(b, text.from(), end);
        while (at < end) {
            int after = b[at] == '{' || b[at] == '[' ? Json.endOfValid(b, at, end) : -1;
            if (after < 0) {
                return null;
            }
            values.add(at, after);
            int next = Json.skipSpace(b, after, end);
            isOnePerLine &= !hasFeed(b, at, after) && (next == end || hasFeed(b, after, next));
            if (values.count() == 2 && isOnePerLine) {
                // probably JSON Lines, which is another format
                return null;
            }
            at = next;
        }
        if (values.count() == 1) {
            Slice only = values.value(0);
            return Json.type(only) == JsonType.ARRAY ? JsonRecords.ofArray("JSON", only) : new JsonObject(only);
        }
        return values.count() == 0 ? null : values;
    }

    @Override
    public int errorOffset(Slice text) {
        return JsonErrorPlace.find(text);
    }

    private static boolean hasFeed(byte[] b, int from, int to) {
        return LineScanner.endOfLine(b, from, to) < to;
    }
}
