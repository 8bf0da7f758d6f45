package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
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

    private MoreUpstream() {}

    /** The member that says so, or empty. */
    public static String in(Document document) {
        if (!document.is(JsonType.OBJECT)) {
            return "";
        }
        long largestList = largestList(document.bytes());
        Members members = Members.of(document.bytes());
        while (members.next()) {
            if (members.key().length() <= LONGEST_KEY && says(members.keyText(), members.value(), largestList)) {
                return members.keyText();
            }
        }
        return "";
    }

    private static long largestList(Slice object) {
        Slice largest = null;
        Members members = Members.of(object);
        while (members.next()) {
            boolean array = Json.type(members.value()) == JsonType.ARRAY;
            if (array && (largest == null || members.value().length() > largest.length())) {
                largest = members.value();
            }
        }
        return largest == null ? -1 : ItemIndex.of(largest).count();
    }

    private static boolean says(String key, Slice value, long largestList) {
        JsonType type = Json.type(value);
        if (CURSORS.contains(key)) {
            return (type == JsonType.STRING && value.length() > 2) || type == JsonType.NUMBER;
        }
        if (FLAGS.contains(key)) {
            return type == JsonType.BOOLEAN && value.at(0) == 't';
        }
        boolean plainNumber =
                type == JsonType.NUMBER && value.length() <= 18 && value.utf8().matches("[0-9]+");
        return COUNTS.contains(key) && plainNumber && largestList >= 0 && Long.parseLong(value.utf8()) > largestList;
    }
}
