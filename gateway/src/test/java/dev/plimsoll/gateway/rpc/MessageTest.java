package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolResult;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}",
                "{\"result\":{ },\"params\":[2],\"jsonrpc\":\"2.0\",\"id\":\"one\"}",
                " { \"id\" : 1 , \"result\" : { \"a\":{\"b\":1} } } "
            })
    void addsMembersAtTheStartOfTheResult(String json) {
        // the message does not begin at the start of its array, like a received message
        byte[] bytes = Slice.of("..." + json + "...").toByteArray();
        Message message = message(new Slice(bytes, 3, bytes.length - 3));

        Message extended = message.withResultMembers("\"first\":1");

        Message read = message(extended.bytes());
        assertThat(extended.bytes().utf8()).startsWith(json.substring(0, 10)).contains("{\"first\":1");
        assertThat(extended.result()).isEqualTo(read.result());
        assertThat(extended.id()).isEqualTo(read.id());
        assertThat(extended.params()).isEqualTo(read.params());
    }

    @Test
    void copiesTheStructureOfALargeResult() {
        String block = "{\"type\":\"text\",\"text\":\"" + "a line\\n".repeat(20_000) + "\"}";
        Message message = message(Slice.of("{\"id\":1,\"result\":{\"content\":[" + block + "]}}"));

        Message extended = message.withResultMembers("\"resultType\":\"complete\"");

        ToolResult parsedResult = Objects.requireNonNull(ToolResult.parse(Objects.requireNonNull(extended.checked())));
        ToolResult read = Objects.requireNonNull(ToolResult.parse(Objects.requireNonNull(extended.result())));
        assertThat(parsedResult).isEqualTo(read);
        assertThat(Objects.requireNonNull(parsedResult.blocks().getFirst().text())
                        .length())
                .isEqualTo(160_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30_000})
    void findsMembersOfSmallAndLargeResults(int lines) {
        String block = "{\"type\":\"text\",\"text\":\"" + "a line\\n".repeat(lines) + "\"}";
        Message message = message(Slice.of("{\"id\":1,\"result\":{\"kind\":1,\"content\":[" + block
                + "],\"resultType\" : \"complete\", \"kind\":2}}"));

        for (Message each : List.of(message, message.withResultMembers("\"first\":1"))) {
            assertThat(Objects.requireNonNull(each.findInResult("resultType")).utf8())
                    .isEqualTo("\"complete\"");
            assertThat(Objects.requireNonNull(each.findInResult("kind")).utf8()).isEqualTo("2");
            assertThat(each.findInResult("text")).isNull();
        }
        assertThat(message(Slice.of("{\"id\":1,\"result\":[1]}")).findInResult("kind"))
                .isNull();
        assertThat(message(Slice.of("{\"id\":1,\"error\":{}}")).findInResult("kind"))
                .isNull();
    }

    private static Message message(Slice bytes) {
        return Objects.requireNonNull(Message.parse(bytes));
    }
}
