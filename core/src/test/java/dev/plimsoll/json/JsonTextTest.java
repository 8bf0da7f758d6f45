package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {

    @Test
    void unescapesEveryEscape() {
        assertThat(unescape("\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20aC\\u0000x"))
                .isEqualTo("\"\\/\b\f\n\r\tA\u00e9\u20ac\0x");
        assertThat(unescape("")).isEmpty();
        assertThat(unescape("plain")).isEqualTo("plain");
        assertThat(unescape("\\\\u0041")).isEqualTo("\\u0041");
    }

    @Test
    void joinsSurrogatePairsAndKeepsLoneSurrogates() {
        assertThat(unescape("\\ud83d\\ude00")).isEqualTo("\ud83d\ude00");
        assertThat(unescapeToBytes("\\ud800")).containsExactly(0xED, 0xA0, 0x80);
        assertThat(unescapeToBytes("\\uDFFF")).containsExactly(0xED, 0xBF, 0xBF);
        assertThat(unescapeToBytes("\\ud800\\ud83d\\ude00").length).isEqualTo(7);
        assertThat(unescapeToBytes("\\ud83dx\\ude00").length).isEqualTo(7);
        assertThat(unescapeToBytes("\\ud83d\\n").length).isEqualTo(4);
        assertThat(unescapeToBytes("\\ude00\\ud83d").length).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({
        "\\,\\",
        "a\\,a\\",
        "\\x,x",
        "\\u,u",
        "\\u12,u12",
        "\\u12g4,u12g4",
        "\\U0041,U0041",
        "\\é,é",
        "\\xabcdefghijk\\u1,xabcdefghijku1"
    })
    void keepsTheTextAfterAnInvalidEscape(String content, String text) {
        assertThat(unescape(content)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"a,false", "\\n,true", "1234567\\n,true", "12345678\\n,true", "'',false"})
    void detectsEscapes(String content, boolean expected) {
        assertThat(JsonText.hasEscapes(Slice.of(content))).isEqualTo(expected);
    }

    @Test
    void escapesOnlyWhereNecessary() {
        assertThat(escape(Slice.of("\"\\/\b\f\n\r\t\0\u001f\u007f\u2028é\ud83d\ude00")))
                .isEqualTo("\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u2028é\ud83d\ude00");
        assertThat(escape(Slice.of(Utf8.encode("a\ud800b\udfffc\ud7ff")))).isEqualTo("a\\ud800b\\udfffc\ud7ff");
        assertThat(new ByteSink()
                        .string(Slice.of(new byte[] {'a', (byte) 0xED, (byte) 0xA0}))
                        .size())
                .isEqualTo(5);
    }

    @Test
    void agreesWithJackson() {
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            String text = generated.string();
            Slice quoted = Slice.of(generated.spell(text));
            byte[] unescaped = JsonText.unescape(Json.stringInside(quoted));

            assertThat(Utf8.decode(Slice.of(unescaped)))
                    .isEqualTo(text)
                    .isEqualTo(JacksonOracle.string(quoted.bytes()));
            assertThat(unescaped).isEqualTo(Utf8.encode(text));
            assertThat(JsonText.unescapedLength(Json.stringInside(quoted))).isEqualTo(unescaped.length);
            assertThat(JsonText.codePoints(Json.stringInside(quoted))).isEqualTo(Utf8.codePoints(Slice.of(unescaped)));
            assertThat(JsonText.unescapeToSlice(Json.stringInside(quoted))).isEqualTo(Slice.of(unescaped));

            byte[] again = new ByteSink().string(text).toByteArray();
            assertThat(JacksonOracle.string(again)).isEqualTo(text);
        }
    }

    @Test
    void unescapingUndoesEscaping() {
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Slice text = Slice.of(Utf8.encode(generated.string() + generated.string()));
            ByteSink out = new ByteSink();
            JsonText.escape(text, out);
            assertThat(Slice.of(JsonText.unescape(out.slice()))).isEqualTo(text);
            assertThat(JsonText.escapedLength(text)).isEqualTo(out.size());
            assertThat(Json.isValid(new ByteSink().rawString(out.slice()).slice()))
                    .isTrue();
        }
    }

    @Test
    void unescapesAtEveryOffset() {
        for (int before = 0; before < 20; before++) {
            for (String escape : new String[] {"\\n", "\\\\", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\\\\\\"\\\\"}) {
                for (int after = 0; after < 20; after++) {
                    String content = "x".repeat(before) + escape + "y".repeat(after);
                    String text = Utf8.decode(Slice.of(JsonText.unescape(Slice.of(content))));
                    assertThat(text)
                            .isEqualTo(JacksonOracle.string(("\"" + content + "\"").getBytes(StandardCharsets.UTF_8)));
                    assertThat(JsonText.unescapedLength(Slice.of(content))).isEqualTo(Utf8.encode(text).length);
                    assertThat(JsonText.codePoints(Slice.of(content))).isEqualTo(text.codePointCount(0, text.length()));
                    assertThat(Utf8.decode(JsonText.unescapeToSlice(Slice.of(content))))
                            .isEqualTo(text);
                }
            }
        }
    }

    @Test
    void handlesAHugeString() {
        String text = "The \"quick\" fox,\nél\\\u0001 ".repeat(100_000);
        ByteSink out = new ByteSink().string(text);
        Slice content = Json.stringInside(out.slice());
        assertThat(JsonText.unescape(content)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(Json.isValid(out.slice())).isTrue();
    }

    @Test
    void allocatesLittleMoreThanTheText() {
        Slice dense = JsonText.unescapeToSlice(Slice.of("\\u0041".repeat(1000)));
        Slice sparse = JsonText.unescapeToSlice(Slice.of("abcdefgh\\n".repeat(1000)));

        assertThat(dense.bytes()).hasSize(1000);
        assertThat(sparse.bytes()).hasSizeLessThan(sparse.length() * 4 / 3);
    }

    private static String unescape(String content) {
        byte[] text = JsonText.unescape(Slice.of(content));
        assertThat(text).hasSize(JsonText.unescapedLength(Slice.of(content)));
        assertThat(JsonText.codePoints(Slice.of(content))).isEqualTo(Utf8.codePoints(Slice.of(text)));
        assertThat(JsonText.unescapeToSlice(Slice.of(content))).isEqualTo(Slice.of(text));
        return new String(text, StandardCharsets.UTF_8);
    }

    private static byte[] unescapeToBytes(String content) {
        return JsonText.unescape(Slice.of(content));
    }

    private static String escape(Slice text) {
        ByteSink out = new ByteSink();
        JsonText.escape(text, out);
        assertThat(out.size()).isEqualTo(JsonText.escapedLength(text));
        return out.slice().utf8();
    }
}
