package dev.plimsoll.docs;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A result as a client receives it, with several formats for documents. */
record ClientResult(Slice result) {

    private static final Pattern CURSOR = Pattern.compile("(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{48}(?![A-Za-z0-9_-])");
    private static final Pattern NEXT_CURSOR = Pattern.compile("\"nextCursor\":\"(" + CURSOR + ")\"");
    private static final Pattern THIS_CURSOR = Pattern.compile("\"cursor\":\"(" + CURSOR + ")\"");

    /** Returns the whole result, formatted. */
    String formatted() {
        return withShortCursors(Layout.of(result));
    }

    /** Returns one member of the result, formatted. */
    String member(String name) {
        return withShortCursors(Layout.of(Objects.requireNonNull(Members.get(result, name), name)));
    }

    /** Returns the text of a block, formatted if it is JSON. */
    String text(int block) {
        Slice content = Objects.requireNonNull(Members.get(result, "content"), "content");
        Slice string = Objects.requireNonNull(Members.get(ItemIndex.of(content).item(block), "text"), "text");
        Slice text = Slice.of(JsonText.unescape(Json.stringInside(string)));
        return withShortCursors(text.at(0) == '{' && Json.isValid(text) ? Layout.of(text) : text.utf8());
    }

    /** Returns the cursor of the next page, or else of this page, or else the first cursor in the result. */
    String cursor() {
        String text = new String(JsonText.unescape(result), java.nio.charset.StandardCharsets.UTF_8);
        for (Pattern pattern : new Pattern[] {NEXT_CURSOR, THIS_CURSOR, CURSOR}) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                return matcher.group(matcher.groupCount());
            }
        }
        throw new IllegalStateException("no cursor in this answer");
    }

    /** Replaces each cursor with a short word, because its 48 characters mean nothing to readers. */
    private static String withShortCursors(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        return CURSOR.matcher(text)
                .replaceAll((MatchResult found) ->
                        words.computeIfAbsent(found.group(), cursor -> "CURSOR-" + (words.size() + 1)));
    }
}
