package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParsedJsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                " [1 ,\t2]\r\n",
                "\"\\ud800\"",
                "1e400",
                "-0",
                "1E+05",
                "null",
                "{\"a\":1,\"a\":1}",
                "\"\u007f\u2028\""
            })
    void acceptsJson(String text) {
        assertThat(ParsedJson.isJson(utf8(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\ufeff{}",
                "[1,]",
                "{\"a\":1,}",
                "01",
                "+1",
                ".5",
                "1.",
                "1e",
                "-",
                "NaN",
                "'a'",
                "{a:1}",
                "\"\t\"",
                "\"\0\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\ud8\"",
                "\\ud800",
                "\"\\\\\\ud80\"",
                "1 2",
                "[] []",
                "{}x",
                "[1]]",
                "tru",
                "nullx",
                "// c\n1",
                "[1",
                "\"a",
                "12abc",
                "\u00a01",
                "\f1"
            })
    void rejectsInvalidJson(String text) {
        assertThat(ParsedJson.isJson(utf8(text))).isFalse();
    }

    @Test
    void rejectsBytesThatAreNotUtf8() {
        assertThat(ParsedJson.isJson(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}))
                .isFalse();
        assertThat(ParsedJson.isJson("[1]".getBytes(StandardCharsets.UTF_16BE))).isFalse();
    }

    @Test
    void hasNoLimits() {
        assertThat(ParsedJson.isJson(utf8("[".repeat(900_000) + "]".repeat(900_000))))
                .isTrue();
        assertThat(ParsedJson.isJson(utf8("{\"" + "k".repeat(2_000_000) + "\":" + "9".repeat(2_000_000) + "}")))
                .isTrue();
    }

    @Test
    void comparesNumbersAsSpelledAndStringsAsDecoded() {
        assertThat(same("[1.10]", "[1.1]")).isFalse();
        assertThat(same("[1e400]", "[1E400]")).isFalse();
        assertThat(same("[-0]", "[0]")).isFalse();
        assertThat(same("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}")).isFalse();
        assertThat(same("{\"a\":1,\"a\":1}", "{\"a\":1}")).isFalse();
        assertThat(same("[\"1\"]", "[1]")).isFalse();
        assertThat(same("[\"\\ud800\"]", "[\"\\ud801\"]")).isFalse();
        assertThat(same("[\"\\u0041\\/\" , {\"k\":[]}]", "[\"A/\",{\"\\u006b\":[ ]}]"))
                .isTrue();
        assertThat(same("{\"\\ud800\":\"\\uDC00\"}", "{\"\\uD800\":\"\\udc00\"}"))
                .isTrue();
        assertThat(same("{\"\\ud800\":1}", "{\"\\\\ud800\":1}")).isFalse();
        assertThat(same("[\"\\ud83d\\ude00\"]", "[\"😀\"]")).isTrue();
    }

    private static boolean same(String one, String other) {
        return ParsedJson.hasSameTokens(utf8(one), utf8(other));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
