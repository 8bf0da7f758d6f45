package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.regex.Pattern;

/**
 * Captures the beginning of an answer's text, if the operator enables that. Cursors, which open stored results, are
 * masked.
 */
final class CapturedAnswer {

    private static final int MAX_LENGTH = 16 << 10;
    private static final Pattern CURSOR = Pattern.compile("(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{48}(?![A-Za-z0-9_-])");

    private CapturedAnswer() {}

    /** Returns the texts of a result, cut at a maximum length. */
    static String capture(Slice result) {
        StringBuilder captured = new StringBuilder();
        Slice content = Json.type(result) == JsonType.OBJECT ? Members.get(result, "content") : null;
        if (content != null && Json.type(content) == JsonType.ARRAY) {
            ItemIndex blocks = ItemIndex.of(content);
            for (int i = 0; i < blocks.count() && captured.length() < MAX_LENGTH; i++) {
                Slice block = blocks.item(i);
                Slice text = Json.type(block) == JsonType.OBJECT ? Members.get(block, "text") : null;
                if (text != null && Json.type(text) == JsonType.STRING) {
                    captured.append(captured.isEmpty() ? "" : "\n\n")
                            .append(JsonText.unescapeToString(Json.stringInside(text)));
                }
            }
        }
        String masked = CURSOR.matcher(captured).replaceAll("…");
        return masked.length() <= MAX_LENGTH ? masked : masked.substring(0, MAX_LENGTH) + "…";
    }
}
