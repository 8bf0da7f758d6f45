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
        // a range that is not at the start of its array
        byte[] bytes = Slice.of("..." + json + "...").toByteArray();
        Message message = message(new Slice(bytes, 3, bytes.length - 3));

        Message more = message.withResultMembers("\"first\":1");

        Message read = message(more.bytes());
        assertThat(more.bytes().utf8()).startsWith(json.substring(0, 10)).contains("{\"first\":1");
        assertThat(more.result()).isEqualTo(read.result());
        assertThat(more.id()).isEqualTo(read.id());
        assertThat(more.params()).isEqualTo(read.params());
    }

    @Test
    void copiesTheStructureOfALargeResult() {
        String block = "{\"type\":\"text\",\"text\":\"" + "a line\\n".repeat(20_000) + "\"}";
        Message message = message(Slice.of("{\"id\":1,\"result\":{\"content\":[" + block + "]}}"));

        Message more = message.withResultMembers("\"resultType\":\"complete\"");

        ToolResult known = Objects.requireNonNull(ToolResult.parse(Objects.requireNonNull(more.checked())));
        ToolResult read = Objects.requireNonNull(ToolResult.parse(Objects.requireNonNull(more.result())));
        assertThat(known).isEqualTo(read);
        assertThat(Objects.requireNonNull(known.blocks().getFirst().text()).length())
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
