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

        Message extendedMessage = message.withResultMembers("\"first\":1");

        Message read = message(extendedMessage.bytes());
        assertThat(extendedMessage.bytes().utf8())
                .startsWith(json.substring(0, 10))
                .contains("{\"first\":1");
        assertThat(extendedMessage.result()).isEqualTo(read.result());
        assertThat(extendedMessage.id()).isEqualTo(read.id());
        assertThat(extendedMessage.params()).isEqualTo(read.params());
    }

    @Test
    void findsParametersAndMembersOfTheirMeta() {
        Message message = message(Slice.of("{\"id\":1,\"method\":\"m\",\"params\":{\"name\":\"old\",\"_meta\":"
                + "{\"dev.plimsoll/whole\":true},\"n\\u0061me\":\"new\"}}"));

        // a request gets another id on its way, and keeps its parameters
        for (Message sent : List.of(message, message.withId(Slice.of("2")))) {
            assertThat(sent.param("name")).isEqualTo(Slice.of("\"new\""));
            assertThat(sent.param("missing")).isNull();
            assertThat(sent.metaMember("dev.plimsoll/whole")).isEqualTo(Slice.of("true"));
            assertThat(sent.metaMember("name")).isNull();
        }
        Message changed = message.withParams(Slice.of("{\"name\":1}"));
        assertThat(changed.param("name")).isEqualTo(Slice.of("1"));
        assertThat(changed.meta()).isNull();
        assertThat(changed.metaMember("dev.plimsoll/whole")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"params\":[1]", ",\"params\":{}", ",\"params\":{\"_meta\":[1]}"})
    void findsNothingInOtherParameters(String params) {
        Message message = message(Slice.of("{\"id\":1,\"method\":\"m\"" + params + "}"));

        assertThat(message.param("name")).isNull();
        assertThat(message.metaMember("name")).isNull();
    }

    @Test
    void findsOneOfManyParameters() {
        StringBuilder members = new StringBuilder("\"m0\":0");
        for (int i = 1; i < 1_000; i++) {
            members.append(",\"m").append(i).append("\":").append(i);
        }
        Message message = message(
                Slice.of("{\"id\":1,\"method\":\"m\",\"params\":{" + members + ",\"_meta\":{" + members + "}}}"));

        assertThat(message.param("m999")).isEqualTo(Slice.of("999"));
        assertThat(message.metaMember("m999")).isEqualTo(Slice.of("999"));
    }

    @Test
    void copiesTheStructureOfALargeResult() {
        String block = "{\"type\":\"text\",\"text\":\"" + "a line\\n".repeat(20_000) + "\"}";
        Message message = message(Slice.of("{\"id\":1,\"result\":{\"content\":[" + block + "]}}"));

        Message extendedMessage = message.withResultMembers("\"resultType\":\"complete\"");

        ToolResult parsedResult =
                Objects.requireNonNull(ToolResult.parse(Objects.requireNonNull(extendedMessage.checked())));
        ToolResult read = Objects.requireNonNull(ToolResult.parse(Objects.requireNonNull(extendedMessage.result())));
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

        for (Message someMessage : List.of(message, message.withResultMembers("\"first\":1"))) {
            assertThat(Objects.requireNonNull(someMessage.findInResult("resultType"))
                            .utf8())
                    .isEqualTo("\"complete\"");
            assertThat(Objects.requireNonNull(someMessage.findInResult("kind")).utf8())
                    .isEqualTo("2");
            assertThat(someMessage.findInResult("text")).isNull();
        }
        assertThat(message(Slice.of("{\"id\":1,\"result\":[1]}")).findInResult("kind"))
                .isNull();
        assertThat(message(Slice.of("{\"id\":1,\"error\":{}}")).findInResult("kind"))
                .isNull();
    }

    @Test
    void replacesPartsAndKeepsAllOtherBytes() {
        String text = " { \"id\" : 7 , \"x\":[ 1.50 ], \"params\" : {\"a\":1, \"_meta\":{\"progressToken\": 8 }}, "
                + "\"method\":\"m\" } ";
        Message message = message(Slice.of(text));

        Message renumbered = message.withId(Slice.of("\"q\""));
        Slice token = Objects.requireNonNull(RequestMeta.progressToken(renumbered));
        Message changedMessage = renumbered.withinParams(token, Slice.of("1234"));

        String expected = text.replace(": 7 ", ": \"q\" ").replace(": 8 ", ": 1234 ");
        assertThat(changedMessage.bytes().utf8()).isEqualTo(expected);
        assertThat(changedMessage.length()).isEqualTo(expected.length());
        assertThat(changedMessage.id()).isEqualTo(Slice.of("\"q\""));
        // replaces parts that were themselves replaced
        Slice newToken = Objects.requireNonNull(RequestMeta.progressToken(changedMessage));
        assertThat(newToken.utf8()).isEqualTo("1234");
        assertThat(changedMessage
                        .withinParams(newToken, Slice.of("8"))
                        .withId(Slice.of("7"))
                        .bytes()
                        .utf8())
                .isEqualTo(text);
        assertThat(changedMessage.withParams(Slice.of("[]")).bytes().utf8())
                .isEqualTo(expected.replaceAll("\\{\"a.*4 \\}\\}", "[]"));
        assertThat(message.bytes().utf8()).isEqualTo(text);
    }

    @Test
    void addsMissingParameters() {
        Message message = message(Slice.of("{\"id\":1,\"method\":\"m\" } "));

        assertThat(message.withParams(Slice.of("{}")).bytes().utf8())
                .isEqualTo("{\"id\":1,\"method\":\"m\" ,\"params\":{}}");
    }

    @Test
    void replacesResultsInSegments() {
        Message message = message(Slice.of("{\"id\":1,\"result\":{\"a\":1}, \"x\":2}"));

        Message changedMessage = message.withResult(List.of(Slice.of("[1,"), Slice.of("2]")));
        Message renumberedMessage = changedMessage.withId(Slice.of("30"));

        assertThat(renumberedMessage.bytes().utf8()).isEqualTo("{\"id\":30,\"result\":[1,2], \"x\":2}");
        assertThat(renumberedMessage.segments()).hasSizeGreaterThan(3);
        assertThat(renumberedMessage.result()).isEqualTo(Slice.of("[1,2]"));
        assertThat(renumberedMessage.withResult(Slice.of("{}")).bytes().utf8())
                .isEqualTo("{\"id\":30,\"result\":{}, \"x\":2}");
    }

    @Test
    void replacesErrorCodes() {
        Message message = message(Slice.of("{\"id\":1,\"error\":{\"message\":\"no\", \"code\": -1 }}"));

        Message changedMessage = message.withErrorCode(-32_600);

        assertThat(changedMessage.bytes().utf8())
                .isEqualTo("{\"id\":1,\"error\":{\"message\":\"no\", \"code\": -32600 }}");
        assertThat(Objects.requireNonNull(changedMessage.errorCode()).utf8()).isEqualTo("-32600");
        assertThat(message(Slice.of("{\"id\":1,\"result\":{}}")).errorCode()).isNull();
    }

    @Test
    void joinsABatch() {
        Message batch = Message.batch(List.of(
                Message.result(Slice.of("1"), Slice.of("{}")),
                message(Slice.of("{\"id\":2,\"result\":{}}")).withId(Slice.of("3"))));

        assertThat(batch.bytes().utf8())
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}},{\"id\":3,\"result\":{}}]");
        assertThat(batch.id()).isNull();
    }

    @Test
    void keepsTheRelatedRequestInAllChanges() {
        Message request = message(Slice.of("{\"id\":1,\"method\":\"m\",\"params\":{\"a\":5}}"))
                .withRelatedRequest(Slice.of("7"));
        Slice value = Objects.requireNonNull(request.param("a"));

        List<Message> changes = List.of(
                request.copy(),
                request.withId(Slice.of("2")),
                request.withParams(Slice.of("{}")),
                request.withinParams(value, Slice.of("6")));

        assertThat(changes)
                .allSatisfy(changed -> assertThat(changed.relatedRequestId()).isEqualTo(Slice.of("7")));
        assertThat(request.bytes().utf8()).doesNotContain("7");
        assertThat(request.withRelatedRequest(null).relatedRequestId()).isNull();
        assertThat(request.withRelatedRequest(Slice.of("7"))).isSameAs(request);
    }

    private static Message message(Slice bytes) {
        return Objects.requireNonNull(Message.parse(bytes));
    }
}
