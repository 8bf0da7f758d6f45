package dev.plimsoll.format.json;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.TextFormat;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** JSON Lines format: one value per line. The first value and most other values are objects or arrays. */
public final class JsonLinesFormat implements TextFormat {

    @Override
    public String name() {
        return "jsonl";
    }

    @Override
    public boolean canRead(Slice text) {
        byte[] bytes = text.bytes();
        int lineStart = Json.skipSpace(bytes, text.from(), text.to());
        if (lineStart == text.to() || (bytes[lineStart] != '{' && bytes[lineStart] != '[')) {
            return false;
        }
        int valueEnd = Json.endOfValid(bytes, lineStart, LineScanner.findLineFeed(bytes, lineStart, text.to()));
        return valueEnd > 0;
    }

    @Override
    public @Nullable TextData read(Slice text) {
        byte[] bytes = text.bytes();
        JsonRecords records = new JsonRecords("JSON Lines", text);
        int lineNumber = 0;
        int containerCount = 0;
        for (int lineStart = text.from(); lineStart < text.to(); ) {
            int lineEnd = LineScanner.findLineFeed(bytes, lineStart, text.to());
            Slice trimmed = Json.trim(new Slice(bytes, lineStart, lineEnd));
            lineNumber++;
            if (!trimmed.isEmpty()) {
                boolean isValue = Json.endOfValid(bytes, trimmed.from(), trimmed.to()) == trimmed.to();
                if (isValue) {
                    records.add(trimmed.from(), trimmed.to());
                    containerCount += bytes[trimmed.from()] == '{' || bytes[trimmed.from()] == '[' ? 1 : 0;
                } else {
                    records.addUnreadableLine(trimmed.from(), trimmed.to(), lineNumber);
                }
                if (records.lineErrors().isIrrecoverable(records.count())) {
                    return null;
                }
            }
            lineStart = lineEnd + 1;
        }
        boolean isJsonLines = records.count() > 1 && records.lineErrors().isTolerable(records.count());
        return isJsonLines && 2 * containerCount > records.count() ? records : null;
    }

    @Override
    public int errorOffset(Slice text) {
        byte[] bytes = text.bytes();
        for (int lineStart = text.from(); lineStart < text.to(); ) {
            int lineEnd = LineScanner.findLineFeed(bytes, lineStart, text.to());
            Slice trimmed = Json.trim(new Slice(bytes, lineStart, lineEnd));
            if (!trimmed.isEmpty() && Json.endOfValid(bytes, trimmed.from(), trimmed.to()) != trimmed.to()) {
                return lineStart - text.from();
            }
            lineStart = lineEnd + 1;
        }
        return 0;
    }
}
