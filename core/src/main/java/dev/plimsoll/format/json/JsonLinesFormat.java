package dev.plimsoll.format.json;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** JSON Lines format: one value per line; the first and most others are objects or arrays. */
public final class JsonLinesFormat implements TextFormat {

    @Override
    public String name() {
        return "jsonl";
    }

    @Override
    public boolean mayRead(Slice text) {
        byte[] b = text.bytes();
        int at = Json.skipSpace(b, text.from(), text.to());
        if (at == text.to() || (b[at] != '{' && b[at] != '[')) {
            return false;
        }
        int after = Json.endOfValid(b, at, LineScanner.endOfLine(b, at, text.to()));
        return after > 0;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        byte[] b = text.bytes();
        JsonRecords values = new JsonRecords("JSON Lines", text);
        int line = 0;
        int containers = 0;
        for (int at = text.from(); at < text.to(); ) {
            int end = LineScanner.endOfLine(b, at, text.to());
            Slice trimmed = Json.trim(new Slice(b, at, end));
            line++;
            if (!trimmed.isEmpty()) {
                boolean isValue = Json.endOfValid(b, trimmed.from(), trimmed.to()) == trimmed.to();
                if (isValue) {
                    values.add(trimmed.from(), trimmed.to());
                    containers += b[trimmed.from()] == '{' || b[trimmed.from()] == '[' ? 1 : 0;
                } else {
                    values.addUnread(trimmed.from(), trimmed.to(), line);
                }
                if (values.lineErrors().isHopeless(values.count())) {
                    return null;
                }
            }
            at = end + 1;
        }
        boolean fits = values.count() > 1 && values.lineErrors().isTolerable(values.count());
        return fits && 2 * containers > values.count() ? values : null;
    }

    @Override
    public int errorOffset(Slice text) {
        byte[] b = text.bytes();
        for (int at = text.from(); at < text.to(); ) {
            int end = LineScanner.endOfLine(b, at, text.to());
            Slice trimmed = Json.trim(new Slice(b, at, end));
            if (!trimmed.isEmpty() && Json.endOfValid(b, trimmed.from(), trimmed.to()) != trimmed.to()) {
                return at - text.from();
            }
            at = end + 1;
        }
        return 0;
    }
}
