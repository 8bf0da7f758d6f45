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

/** A result as a client gets it, and the ways in which a document shows it. */
record Told(Slice result) {

    private static final Pattern CURSOR = Pattern.compile("(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{48}(?![A-Za-z0-9_-])");
    private static final Pattern NEXT = Pattern.compile("\"nextCursor\":\"(" + CURSOR + ")\"");
    private static final Pattern THIS = Pattern.compile("\"cursor\":\"(" + CURSOR + ")\"");

    /** The whole result, laid out. */
    String whole() {
        return shown(Layout.of(result));
    }

    /** One member of the result, laid out. */
    String member(String name) {
        return shown(Layout.of(Objects.requireNonNull(Members.get(result, name), name)));
    }

    /** The text of a block, laid out when it is JSON. */
    String text(int block) {
        Slice content = Objects.requireNonNull(Members.get(result, "content"), "content");
        Slice string = Objects.requireNonNull(Members.get(ItemIndex.of(content).item(block), "text"), "text");
        Slice text = Slice.of(JsonText.unescape(Json.stringInside(string)));
        return shown(text.at(0) == '{' && Json.isValid(text) ? Layout.of(text) : text.utf8());
    }

    /** The cursor of the next page, or of this one where there is no next. */
    String cursor() {
        String text = new String(JsonText.unescape(result), java.nio.charset.StandardCharsets.UTF_8);
        for (Pattern pattern : new Pattern[] {NEXT, THIS, CURSOR}) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                return matcher.group(matcher.groupCount());
            }
        }
        throw new IllegalStateException("no cursor in this answer");
    }

    /** With a short word for each cursor: a cursor is 48 letters that say nothing. */
    private static String shown(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        return CURSOR.matcher(text)
                .replaceAll((MatchResult found) ->
                        words.computeIfAbsent(found.group(), cursor -> "CURSOR-" + (words.size() + 1)));
    }
}
