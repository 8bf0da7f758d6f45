package dev.plimsoll.gateway.show;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.List;

/**
 * Value that is too long for one read of the app page and is shown shortened. The page marks it, and a person can open
 * the whole value by its path.
 *
 * @param index index of the value in its list or object
 * @param bytes length of the whole value
 */
record FoldedValue(int index, int bytes) {

    /** Longest member that is shown whole in a shortened object. */
    private static final int MAX_MEMBER_BYTES = 1_000;

    private static final int MAX_OBJECT_BYTES = 64 << 10;
    /** Bytes of a long string that are shown. */
    private static final int SHOWN_TEXT_BYTES = 2_000;

    /** Returns a key as a JSON string, shortened if it is too long. */
    static Slice foldKey(Slice key) {
        Slice quoted =
                new ByteSink(key.length() + 2).ascii("\"").raw(key).ascii("\"").slice();
        return quoted.length() <= ResultView.MAX_BYTES / 2 ? quoted : foldString(quoted, "");
    }

    /** Returns the value. If it is too long, returns a shorter one, and adds the value to {@code folded}. */
    static Slice fold(Slice value, int index, List<FoldedValue> folded) {
        if (value.length() <= ResultView.MAX_BYTES) {
            return value;
        }
        folded.add(new FoldedValue(index, value.length()));
        if (Json.type(value) != JsonType.OBJECT) {
            return describe(value, "");
        }
        JsonWriter json = new JsonWriter(4_096).beginObject();
        int size = 0;
        int omittedCount = 0;
        MemberIndex members = MemberIndex.of(value);
        for (int i = 0; i < members.count(); i++) {
            Slice key = members.key(i);
            Slice shown = members.valueLength(i) <= MAX_MEMBER_BYTES
                    ? members.value(i)
                    : describe(members.value(i), toPathSuffix(key));
            size += key.length() + shown.length();
            if (size > MAX_OBJECT_BYTES) {
                omittedCount = members.count() - i;
                break;
            }
            json.rawName(key).raw(shown);
        }
        if (omittedCount > 0) {
            json.string("…", omittedCount + " more members");
        }
        return json.endObject().slice();
    }

    private static String toPathSuffix(Slice key) {
        return key.length() > MAX_MEMBER_BYTES ? "" : ": " + JsonPointer.root().child(JsonText.unescapeToString(key));
    }

    /** Returns a text in place of a long value, such as {@code "[1200 items: /orders]"}. */
    private static Slice describe(Slice value, String pathSuffix) {
        return switch (Json.type(value)) {
            case ARRAY -> toJsonString("[" + ItemIndex.of(value).count() + " items" + pathSuffix + "]");
            case OBJECT -> toJsonString("[" + countMembers(value) + " members" + pathSuffix + "]");
            case STRING -> foldString(value, pathSuffix);
            default -> toJsonString("[" + value.length() + " characters" + pathSuffix + "]");
        };
    }

    private static int countMembers(Slice object) {
        int count = 0;
        Members members = Members.of(object);
        while (members.next()) {
            count++;
        }
        return count;
    }

    private static Slice foldString(Slice value, String pathSuffix) {
        Slice completeText = JsonText.unescapeToSlice(Json.stringInside(value));
        Slice shown = completeText.sub(0, Utf8.floor(completeText, Math.min(completeText.length(), SHOWN_TEXT_BYTES)));
        String tail = "… [" + Utf8.codePoints(completeText) + " characters" + pathSuffix + "]";
        ByteSink joined = new ByteSink(shown.length() + tail.length() + 16).raw(shown);
        return new ByteSink(shown.length() + 64)
                .string(joined.raw(Slice.of(tail)).slice())
                .slice();
    }

    private static Slice toJsonString(String text) {
        return new ByteSink(text.length() + 2).string(text).slice();
    }

    void write(JsonWriter json) {
        json.beginObject().number("index", index).number("bytes", bytes).endObject();
    }
}
