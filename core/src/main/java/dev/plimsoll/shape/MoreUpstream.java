package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import java.util.Set;

/** Whether a result says of itself that the upstream has more: then our totals cover this result only, and must say so. */
public final class MoreUpstream {

    private static final Set<String> CURSORS = Set.of(
            "next",
            "nextCursor",
            "next_cursor",
            "nextPageToken",
            "next_page_token",
            "next_page",
            "nextPage",
            "nextLink",
            "next_url",
            "continuation_token",
            "continuationToken");
    private static final Set<String> FLAGS = Set.of("has_more", "hasMore", "has_next", "hasNext", "truncated");
    private static final Set<String> COUNTS = Set.of("count", "total", "totalCount", "total_count");
    private static final int LONGEST_KEY = 40;

    /** What a member says of more, the clearest last: a cursor is what gets it. */
    private enum Word {
        NONE,
        COUNT,
        FLAG,
        CURSOR
    }

    private MoreUpstream() {}

    /** The member that says so most clearly, or empty. */
    public static String in(Content content) {
        if (!content.original().is(JsonType.OBJECT)) {
            return "";
        }
        MemberIndex members = content.index(content.original().bytes());
        String clearest = "";
        Word found = Word.NONE;
        for (int i = 0; i < members.count() && found != Word.CURSOR; i++) {
            Word word = members.keyLength(i) <= LONGEST_KEY ? word(content, members, i) : Word.NONE;
            if (word.compareTo(found) > 0) {
                found = word;
                clearest = members.keyText(i);
            }
        }
        return clearest;
    }

    /** How many items the longest member has when it is a list; -1 when it is none. */
    private static int items(Content content, MemberIndex members) {
        Slice longest = members.longest();
        if (longest == null || Json.type(longest) != JsonType.ARRAY) {
            return -1;
        }
        return content.items(longest, JsonPointer.root()).count();
    }

    private static Word word(Content content, MemberIndex members, int i) {
        String key = members.keyText(i);
        Slice value = members.value(i);
        JsonType type = Json.type(value);
        if (CURSORS.contains(key)) {
            boolean set = (type == JsonType.STRING && value.length() > 2) || type == JsonType.NUMBER;
            return set ? Word.CURSOR : Word.NONE;
        }
        if (FLAGS.contains(key)) {
            return type == JsonType.BOOLEAN && value.at(0) == 't' ? Word.FLAG : Word.NONE;
        }
        boolean plainNumber =
                type == JsonType.NUMBER && value.length() <= 18 && value.utf8().matches("[0-9]+");
        int items = COUNTS.contains(key) && plainNumber ? items(content, members) : -1;
        return items >= 0 && Long.parseLong(value.utf8()) > items ? Word.COUNT : Word.NONE;
    }
}
