package dev.plimsoll.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolResult;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests which blocks count as copies of the structured content. In the JSON of the tests, {@code '} stands for a quote.
 */
class CopyDetectorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // lists of FastMCP: one block for each object, string, number, or block in the structured content
                "{'result':[{'a':1,'b':[2]},{'a':3}]} | {'a': 1, 'b': [ 2 ]} ; {'a':3} | {0, 1}",
                "{'result':['x','5']}                 | x ; 5                          | {0, 1}",
                "{'result':[1.50,true]}               | 1.5 ; true                     | {0, 1}",
                "{'result':[{'type':'text','text':'x'}]} | x                           | {0}",
                "{'total':2,'rows':[1,2]}             | 1 ; 2                          | {0, 1}",
                // one block differs, is missing, has no element, or is in another order; two lists; no object
                "{'result':[1,2]}                     | 1 ; 3                          | {}",
                "{'result':[1,2]}                     | 1                              | {}",
                "{'result':[1,2]}                     | 1 ; 2 ; 3                      | {}",
                "{'result':[1,2]}                     | 2 ; 1                          | {}",
                "{'a':[1],'b':[1]}                    | 1                              | {}",
                "[1,2]                                | 1 ; 2                          | {}",
                // blocks that repeat the whole structured content
                "{'a':1}                              | text ; {'a': 1}                | {1}",
                "{'content':'x'}                      | x                              | {0}",
            })
    void findsBlocksThatRepeatTheStructuredContent(String structured, String texts, String copies) {
        assertThat(CopyDetector.findCopies(result(structured, texts.split(" ; ")))
                        .blocks())
                .hasToString(copies);
    }

    @Test
    void sumsCopiesOfElementsAndCountsWholeCopiesOnce() {
        ToolResult elementCopies = result("{'result':['one two','three four five']}", "one two", "three four five");
        ToolResult wholeCopies = result("{'a':'one two three'}", "{'a':'one two three'}", "{ 'a': 'one two three' }");
        assertThat(bytes(elementCopies))
                .isEqualTo(Objects.requireNonNull(elementCopies.structured()).length());
        assertThat(bytes(wholeCopies)).isEqualTo(24);
        assertThat(ResultMeter.exactTokens(elementCopies, false))
                .isLessThan(ResultMeter.exactTokens(elementCopies, true));
    }

    private static long bytes(ToolResult result) {
        return ResultMeter.bytes(result, CopyDetector.findCopies(result), false);
    }

    private static ToolResult result(String structured, String... texts) {
        String blocks = Arrays.stream(texts)
                .map(text -> "{\"type\":\"text\",\"text\":\"" + text.replace("'", "\\\"") + "\"}")
                .collect(Collectors.joining(","));
        String json = "{\"content\":[" + blocks + "],\"structuredContent\":" + structured.replace('\'', '"') + "}";
        return Objects.requireNonNull(ToolResult.parse(Slice.of(json)));
    }
}
