package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionTest {

    private static String compact(String json) {
        return new ByteSink().json(Slice.of(json)).slice().utf8();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ \"a b\" : [ 1 ,\t1.10 , \" c \\\" d \" ] , \"e\" : { } } | {\"a b\":[1,1.10,\" c \\\" d \"],\"e\":{}}",
                "[1e400, -0.0 , true ,null] | [1e400,-0.0,true,null]",
                "\"one  text\" | \"one  text\"",
                "{\"a\":1} | {\"a\":1}",
                "\"key\" : [ ] , | \"key\":[],"
            })
    void removesWhiteSpaceOnlyBetweenTokens(String json, String expected) {
        assertThat(compact(json)).isEqualTo(expected);
    }

    @Test
    void removesLineBreaks() {
        assertThat(compact("\r\n{\r\n  \"text\": \"line one\\nline two\",\n\n  \"n\": [\n    7\n  ]\n}\n"))
                .isEqualTo("{\"text\":\"line one\\nline two\",\"n\":[7]}");
        assertThat(compact("")).isEmpty();
        assertThat(compact(" \n ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[ 1 ,\t\"a  b\" , {  } ]",
                "   7   ",
                "\"a long text of many letters\"",
                "[[[[[[  ]]]]]]",
                "{\"a\": \"\\\\\"}"
            })
    void exceedsAgreesWithTheCompactLength(String json) {
        int length = compact(json).length();
        for (int maxBytes = 0; maxBytes <= json.length() + 1; maxBytes++) {
            assertThat(Json.exceeds(Slice.of(json), maxBytes))
                    .as("%d", maxBytes)
                    .isEqualTo(length > maxBytes);
        }
    }

    @Test
    void findsEachLineBreak() {
        String text = "0123456789\n0123456789\r\n01234567";
        byte[] bytes = Slice.of(text).bytes();
        for (int offset = 0; offset <= bytes.length; offset++) {
            int expected = offset;
            while (expected < bytes.length && bytes[expected] != '\n' && bytes[expected] != '\r') {
                expected++;
            }
            assertThat(Json.findLineBreak(bytes, offset, bytes.length)).isEqualTo(expected);
        }
    }
}
