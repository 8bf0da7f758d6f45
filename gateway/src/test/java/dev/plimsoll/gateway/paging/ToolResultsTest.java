package dev.plimsoll.gateway.paging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.program.ToolAnswer;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolResultsTest {

    private static ToolAnswer answer(String result) {
        return ToolResults.toAnswer(Message.result(Slice.of("1"), Slice.of(result)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"content":[{"type":"text","text":"{\\"a\\":1}"}]}                         | {"a":1}
            {"content":[{"type":"text","text":"plain"}]}                               | "plain"
            {"content":[],"structuredContent":{"a":[1]}}                               | {"a":[1]}
            {"content":[{"type":"text","text":"x"},{"type":"text","text":"[1]"}]}      | ["x",[1]]
            {"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}        | {"type":"image","mimeType":"image/png","bytes":3}
            {"content":[{"type":"audio","data":"AAA=","mimeType":"audio/wav"}]}        | {"type":"audio","mimeType":"audio/wav","bytes":2}
            {"content":[{"type":"text","text":"a,b\\n1,2\\n3,4\\n5,6\\n"}]}            | [{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}]
            {"content":[]}                                                             | []
            """)
    void convertsResultsToDocuments(String result, String document) {
        assertThat(answer(result).failure()).isNull();
        assertThat(answer(result).document().utf8()).isEqualTo(document);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [1]                                                                        | TOOL_ERROR | the tool's result is not an object
            {"content":[{"type":"text","text":"no"}],"isError":true}                   | TOOL_ERROR | no
            {"content":[],"isError":true}                                              | TOOL_ERROR | the tool reports an error
            {"content":[{"type":"text","text":"{\\"error\\":{\\"code\\":\\"FORBIDDEN\\",\\"message\\":\\"no\\"}}"}],"isError":true} | FORBIDDEN | no
            {"task":{"taskId":"1"}}                                                    | TOOL_ERROR | the tool asks for input or starts a task: call it yourself
            """)
    void failuresHaveACodeAndAMessage(String result, String code, String message) {
        ToolAnswer.CallFailureReason failure =
                Objects.requireNonNull(answer(result).failure());
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.message()).isEqualTo(message);
    }

    @Test
    void longMessagesAreCut() {
        String error = "{\"code\":-1,\"message\":\"" + "boom ".repeat(10_000) + "\"}";
        ToolAnswer.CallFailureReason failure =
                Objects.requireNonNull(ToolResults.toAnswer(Message.error(Slice.of("1"), Slice.of(error)))
                        .failure());
        assertThat(failure.message()).startsWith("boom boom").endsWith("…").hasSizeLessThan(2_010);
    }

    @Test
    void theListOfSeveralBlocksIsThePage() {
        String result =
                "{\"content\":[{\"type\":\"text\",\"text\":\"Found 2:\"},{\"type\":\"text\",\"text\":\"{\\\"rows\\\":[1,2]}\"}]}";
        ToolAnswer answer = ToolResults.toPageAnswer(Message.result(Slice.of("1"), Slice.of(result)));
        assertThat(answer.document().utf8()).isEqualTo("[\"Found 2:\",{\"rows\":[1,2]}]");
        assertThat(answer.page().utf8()).isEqualTo("{\"rows\":[1,2]}");
        assertThat(ToolResults.toPageAnswer(Message.result(Slice.of("1"), Slice.of("[1]")))
                        .failure())
                .isNotNull();
    }
}
