package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.compare.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    private static final int DEEP = 100_000;

    @Test
    void hasNoElementBeforeTheFirstNext() {
        Elements elements = Elements.of(Slice.of("[[1]]"));
        assertThatThrownBy(elements::type)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call next()");
        assertThat(elements.next()).isTrue();
        assertThat(elements.type()).isEqualTo(JsonType.ARRAY);
        Elements nested = elements.elements();
        assertThatThrownBy(nested::type).isInstanceOf(IllegalStateException.class);
        assertThat(nested.next()).isTrue();
        assertThat(nested.type()).isEqualTo(JsonType.NUMBER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[ ]",
                "{ }",
                " \t\r\n1 \n",
                "0",
                "-0",
                "-0.0e-0",
                "1e400",
                "1E+999999999999",
                "\"\"",
                "123456789012345678901234567890",
                "true",
                "false",
                "null",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\"",
                "\"\\u0000\"",
                "{\"a\":1,\"a\":2}",
                "{\"\":{\"\":[]}}",
                "\"\u007f\u0080\u2028\ufeff\"",
                "\"\\/\"",
                "[[],{},[{}],{\"a\":[]}]",
                "\"12345678\"",
                "\"1234567\ud83d\ude00\""
            })
    void acceptsValidJson(String text) {
        assertThat(Json.isValid(Slice.of(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "}",
                "]",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\":}",
                "{\"a\"}",
                "{a:1}",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1]",
                "[1}",
                "01",
                "-",
                "-01",
                "1.",
                ".5",
                "1.e5",
                "1e",
                "1e+",
                "+1",
                "0x1",
                "NaN",
                "Infinity",
                "tru",
                "truee",
                "True",
                "nul",
                "'a'",
                "\"",
                "\"a",
                "\"\\\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\n\"",
                "\"\t\"",
                "\"\u0000\"",
                "\"1234567\u001f\"",
                "\ufeff1",
                "1 2",
                "[] []",
                "//c\n1",
                "[1]\u0000",
                "\u00a01",
                "\u000b1",
                "1,",
                "\"a\":1",
                "--1",
                "1-",
                "1.5.5",
                "1e5e5",
                "{\"a\":1 \"b\":2}",
                "{\"a\" 1}",
                "{1:1}",
                "[\"a\":1]",
                "{\"a\":1,,\"b\":2}",
                "]["
            })
    void refusesInvalidJson(String text) {
        assertThat(Json.isValid(Slice.of(text))).isFalse();
    }

    @Test
    void refusesInvalidUtf8InStrings() {
        byte[][] faults = {
            {(byte) 0x80},
            {(byte) 0xC0, (byte) 0x80},
            {(byte) 0xC3},
            {(byte) 0xE2, (byte) 0x82},
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {(byte) 0xFF}
        };
        for (byte[] fault : faults) {
            Slice text = new ByteSink()
                    .ascii("\"ab")
                    .raw(Slice.of(fault))
                    .ascii("cd\"")
                    .slice();
            assertThat(Json.isValid(text)).isFalse();
        }
    }

    @Test
    void readsOnlyTheRangeOfTheSlice() {
        byte[] bytes = "xx[1,2]]".getBytes(StandardCharsets.UTF_8);

        assertThat(Json.isValid(new Slice(bytes, 2, 7))).isTrue();
        assertThat(Json.isValid(new Slice(bytes, 2, 6))).isFalse();
        assertThat(Json.skipValue(bytes, 2, 7)).isEqualTo(7);
    }

    @Test
    void agreesWithJacksonOnMutatedDocuments() {
        int validDocuments = 0;
        for (long seed = 0; seed < 6000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            byte[] text = generated.spell(generated.value(3)).getBytes(StandardCharsets.UTF_8);
            assertThat(Json.isValid(Slice.of(text))).as("seed %s", seed).isTrue();

            byte[] mutated = generated.mutate(text);
            boolean expected = JacksonOracle.isValid(mutated);
            assertThat(Json.isValid(Slice.of(mutated)))
                    .as("seed %s: %s", seed, new String(mutated, StandardCharsets.UTF_8))
                    .isEqualTo(expected);
            validDocuments += expected ? 1 : 0;
        }
        assertThat(validDocuments).isBetween(600, 5400);
    }

    @Test
    void readsTruncatedDocumentsWithoutError() {
        for (long seed = 0; seed < 60; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Slice document = Slice.of(generated.spell(generated.container(3)));
            for (int length = 0; length < document.length(); length++) {
                Slice truncated = Slice.of(document.sub(0, length).toByteArray());
                assertThat(Json.isValid(truncated)).isFalse();
                assertThat(Json.skipValue(truncated.bytes(), 0, length)).isEqualTo(length);
                assertThat(Envelope.parse(truncated)).isNull();
                runAllReaders(truncated);
            }
        }
    }

    @Test
    void readsGarbageWithoutError() {
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            byte[] text = generated.spell(generated.container(3)).getBytes(StandardCharsets.UTF_8);
            runAllReaders(Slice.of(generated.mutate(generated.mutate(text))));
        }
    }

    /** Checks that these operations never throw or hang, whatever the input. */
    private static void runAllReaders(Slice text) {
        JsonPointer.parse("/0/k1").find(text);
        JsonText.unescape(text);
        JsonEquality.isEqual(text, Slice.of(" " + "{}"), 1, 2);
        if (!text.isEmpty() && text.at(0) == '[') {
            ItemIndex items = ItemIndex.of(text);
            assertThat(items.count()).isLessThanOrEqualTo(text.length());
        }
        if (!text.isEmpty() && text.at(0) == '{') {
            Members members = Members.of(text);
            while (members.next()) {
                assertThat(members.member().length()).isLessThanOrEqualTo(text.length());
                assertThat(members.keyText().length()).isLessThanOrEqualTo(text.length());
                Json.stringInside(members.value());
            }
        }
    }

    @Test
    void acceptsAnyDepth() {
        String arrays = "[".repeat(DEEP) + "]".repeat(DEEP);
        String objects = "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP);
        String mixed = "[{\"a\":".repeat(DEEP) + "1" + "}]".repeat(DEEP);
        for (String text : new String[] {arrays, objects, mixed}) {
            Slice document = Slice.of(text);
            assertThat(Json.isValid(document)).isTrue();
            assertThat(Json.skipValue(document.bytes(), 0, document.to())).isEqualTo(document.to());
            assertThat(Json.isValid(document.sub(0, document.length() - 1))).isFalse();
            assertThat(Json.isValid(Slice.of(text.substring(0, text.length() - 1) + ")")))
                    .isFalse();
        }
        assertThat(Json.isValid(Slice.of(mixed.replace("}]}]", "}]]}")))).isFalse();
    }

    @Test
    void skipsValuesLikeJackson() {
        for (long seed = 0; seed < 2000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            byte[] value = generated.spell(generated.value(3)).getBytes(StandardCharsets.UTF_8);
            byte[] text =
                    new ByteSink().ascii("[").raw(Slice.of(value)).ascii(",1]").toByteArray();

            int end = JacksonOracle.items(text).get(0)[1];

            assertThat(Json.skipValue(text, 1, text.length)).as("seed %s", seed).isEqualTo(end);
        }
    }

    @Test
    void skipsStringsWithRunsOfBackslashes() {
        for (int before = 0; before < 20; before++) {
            for (int backslashPairs = 0; backslashPairs < 10; backslashPairs++) {
                String content = "x".repeat(before) + "\\\\".repeat(backslashPairs) + "\\\"";
                byte[] text = ("\"" + content + "\",\"\"").getBytes(StandardCharsets.UTF_8);
                assertThat(Json.skipString(text, 0, text.length)).isEqualTo(content.length() + 2);
            }
        }
    }

    @Test
    void skipsAndAcceptsAnyMixOfEscapes() {
        Random random = new Random(11);
        String[] pieces = {"\\\"", "\\\\", "\\n", "\\/", "\\u00e9", "a", "bcdefghij", "é", " "};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder content = new StringBuilder();
            for (int k = random.nextInt(40); k > 0; k--) {
                content.append(pieces[random.nextInt(pieces.length)]);
            }
            Slice string = Slice.of("\"" + content + "\"");
            byte[] longer = Slice.of("\"" + content + "\",\"\\\"\",\"").bytes();

            assertThat(Json.skipString(string.bytes(), 0, string.to())).isEqualTo(string.length());
            assertThat(Json.skipString(longer, 0, longer.length)).isEqualTo(string.length());
            assertThat(Json.isValid(string)).isTrue();
        }
    }

    @Test
    void refusesOneInvalidEscapeAmongMany() {
        Random random = new Random(12);
        String[] faults = {"\\x", "\\N", "\\ ", "\"", "\n", "\u0001", "\\u00g0", "\\u12g4"};
        String[] pieces = {"\\\"", "\\\\", "\\n", "a", "bcdefghij"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder content = new StringBuilder();
            int fault = random.nextInt(20);
            for (int k = 0; k < 20; k++) {
                content.append(k == fault ? faults[i % faults.length] : pieces[random.nextInt(pieces.length)]);
            }

            assertThat(Json.isValid(Slice.of("\"" + content + "\""))).isFalse();
        }
    }

    @Test
    void returnsTheType() {
        assertThat(Json.type(Slice.of(" {}"))).isEqualTo(JsonType.OBJECT);
        assertThat(Json.type(Slice.of("\n[]"))).isEqualTo(JsonType.ARRAY);
        assertThat(Json.type(Slice.of("\"\""))).isEqualTo(JsonType.STRING);
        assertThat(Json.type(Slice.of("-1"))).isEqualTo(JsonType.NUMBER);
        assertThat(Json.type(Slice.of("true"))).isEqualTo(JsonType.BOOLEAN);
        assertThat(Json.type(Slice.of("false"))).isEqualTo(JsonType.BOOLEAN);
        assertThat(Json.type(Slice.of("null"))).isEqualTo(JsonType.NULL);
        assertThatThrownBy(() -> Json.type(Slice.of(" "))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void trimsJsonWhiteSpaceOnly() {
        assertThat(Json.trim(Slice.of(" \t\r\n1 \n")).utf8()).isEqualTo("1");
        assertThat(Json.trim(Slice.of(" \u000b ")).utf8()).isEqualTo("\u000b");
        assertThat(Json.trim(Slice.of("  ")).isEmpty()).isTrue();
    }

    @Test
    void returnsTheContentsOfAString() {
        assertThat(Json.stringInside(Slice.of(" \"a\\\"b\" ")).utf8()).isEqualTo("a\\\"b");
        assertThat(Json.stringInside(Slice.of("\"\"")).isEmpty()).isTrue();
    }
}
