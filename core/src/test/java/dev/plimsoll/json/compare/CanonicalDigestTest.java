package dev.plimsoll.json.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalDigestTest {

    private static String digest(String json) {
        return String.valueOf(CanonicalDigest.compute(Slice.of(json)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"b\":2}| { \"b\" : 2 , \"a\" : 1 } ",
                "{\"a\":\"x/\u00e9\"}|{\"\\u0061\":\"\\u0078\\/\\u00e9\"}",
                "[ ]|[]",
                "{\"a\":{\"x\":[1,{\"p\":1,\"q\":2}]}}|{\"a\":{\"x\":[1,{\"q\":2,\"p\":1}]}}",
                "\"\\ud83d\\ude00\"|\"\uD83D\uDE00\""
            })
    void isEqualForEqualDocuments(String document, String equalDocument) {
        assertThat(digest(document)).matches("[A-Za-z0-9_-]{43}").isEqualTo(digest(equalDocument));
    }

    @Test
    void differsForDifferentDocuments() {
        String[] documents = {
            "{}",
            "[]",
            "null",
            "\"\"",
            "\"null\"",
            "true",
            "false",
            "0",
            "\"0\"",
            "1",
            "-1",
            "{\"a\":null}",
            "{\"a\":1}",
            "{\"a\":\"1\"}",
            "{\"a\":[1]}",
            "{\"a\":[]}",
            "{\"a\":{}}",
            "{\"a\":[[]]}",
            "{\"\":1}",
            "{\"b\":1}",
            "{\"a\":1,\"b\":2}",
            "{\"a\":2,\"b\":1}",
            "{\"a\":{\"b\":1}}",
            "[1,2]",
            "[2,1]",
            "[[1],2]",
            "[1,[2]]",
            "[12]",
            "[\"1\",\"2\"]",
            "[\"12\"]",
            "[\"1\",\"2\",\"\"]",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"?\"",
            "\"\\ufffd\"",
            "{\"?\":1}",
            "{\"\\ud800\":1}",
            "[{}]",
            "[{},{}]",
            "[{\"a\":1,\"b\":1}]",
            "[{\"a\":1},{\"b\":1}]"
        };
        Set<String> digests = new HashSet<>();
        for (String json : documents) {
            assertThat(digests.add(digest(json))).as(json).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}", "[{\"x\":{\"a\":1,\"a\":2}}]"})
    void isNullForDuplicateNames(String json) {
        assertThat(CanonicalDigest.compute(Slice.of(json))).isNull();
    }

    @Test
    void isNullForTooDeepOrTooLargeDocuments() {
        assertThat(CanonicalDigest.compute(Slice.of("[".repeat(100) + "]".repeat(100))))
                .isNotNull();
        assertThat(CanonicalDigest.compute(Slice.of("[".repeat(30_000) + "]".repeat(30_000))))
                .isNull();
        assertThat(CanonicalDigest.compute(Slice.of("\"" + "x".repeat(70_000) + "\"")))
                .isNull();
        assertThat(CanonicalDigest.compute(Slice.of(""))).isNull();
    }
}
