package dev.plimsoll.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.json.compare.JsonEquality;
import dev.plimsoll.testkit.ParsedJson;

/** Fuzzes the scanner and its indexes with valid and invalid JSON. */
class JsonFuzzTest {

    /** The maximum nesting of documents that are also parsed with Jackson, which parses recursively. */
    private static final int MAX_COMPARED_DEPTH = 400;

    @FuzzTest
    void agreesWithJacksonOnValidityAndIndexesDocumentsCorrectly(byte[] data) {
        Slice text = Slice.of(data);
        Envelope.parse(text);
        boolean valid = Json.isValid(text);
        if (maxDepth(data) < MAX_COMPARED_DEPTH) {
            assertThat(valid).isEqualTo(ParsedJson.isJson(data));
        }
        if (valid) {
            checkIndexes(Json.trim(text));
        } else if (!Json.trim(text).isEmpty()) {
            // skipValue must end, and stay within the bytes, even if the JSON is invalid
            Slice trimmed = Json.trim(text);
            assertThat(Json.skipValue(data, trimmed.from(), trimmed.to())).isBetween(trimmed.from(), data.length);
        }
    }

    /** Returns an upper bound of the nesting: the number of opening brackets. */
    private static int maxDepth(byte[] data) {
        int brackets = 0;
        for (byte c : data) {
            brackets += c == '[' || c == '{' ? 1 : 0;
        }
        return brackets;
    }

    private static void checkIndexes(Slice value) {
        assertThat(Json.skipValue(value.bytes(), value.from(), value.to())).isEqualTo(value.to());
        assertThat(JsonEquality.isEqual(value, value, 1, 2)).isTrue();
        JsonType type = Json.type(value);
        if (type == JsonType.ARRAY) {
            ItemIndex items = ItemIndex.of(value);
            Elements elements = Elements.of(value);
            for (int i = 0; i < items.count(); i++) {
                assertThat(elements.next()).isTrue();
                assertThat(items.item(i).isSameRange(elements.value())).isTrue();
                assertThat(Json.isValid(items.item(i))).isTrue();
            }
            assertThat(elements.next()).isFalse();
        } else if (type == JsonType.OBJECT) {
            checkMembers(value);
        } else if (type == JsonType.STRING) {
            checkString(Json.stringInside(value));
        }
    }

    private static void checkMembers(Slice object) {
        MemberIndex index = MemberIndex.of(object);
        Members members = Members.of(object);
        for (int i = 0; i < index.count(); i++) {
            assertThat(members.next()).isTrue();
            assertThat(index.value(i).isSameRange(members.value())).isTrue();
            assertThat(Json.isValid(index.value(i))).isTrue();
            assertThat(JsonPointer.root().child(members.keyText()).find(object)).isNotNull();
        }
        assertThat(members.next()).isFalse();
    }

    private static void checkString(Slice inside) {
        Slice text = Slice.of(JsonText.unescape(inside));
        assertThat(JsonText.unescapedLength(inside)).isEqualTo(text.length());
        assertThat(JsonText.codePoints(inside)).isEqualTo(Utf8.codePoints(text));
        ByteSink again = new ByteSink().string(text);
        assertThat(Slice.of(JsonText.unescape(Json.stringInside(again.slice()))))
                .isEqualTo(text);
    }
}
