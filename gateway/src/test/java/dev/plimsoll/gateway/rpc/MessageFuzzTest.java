package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.List;

/** Fuzzes messages of clients and servers. Every message that is built from parts of them must be valid JSON. */
class MessageFuzzTest {

    private static final Slice ID = Slice.of("7");

    @FuzzTest
    void parsesAnyMessage(byte[] data) {
        Message message = Message.parse(Slice.of(data));
        if (message == null) {
            return;
        }
        assertThat(Json.isValid(message.bytes())).isTrue();
        Slice id = message.id();
        if (id != null) {
            assertThat(RequestId.key(id)).isNotEqualTo(RequestId.keyOfOtherType(RequestId.key(id)));
            assertEqualWhenParsed(Message.result(id, Slice.of("{}")));
            assertEqualWhenParsed(Message.cancellation(id, "why"));
            assertEqualWhenParsed(message.withId(ID));
        }
        Slice result = message.result();
        if (result != null && Json.type(result) == JsonType.OBJECT) {
            Message changedMessage = message.withResultMembers("\"added\":[1]");
            assertEqualWhenParsed(changedMessage);
            assertEqualWhenParsed(changedMessage.withResult(List.of(Slice.of("[1,"), Slice.of("2]"))));
        }
        if (message.method() != null) {
            assertEqualWhenParsed(Message.request(ID, message.method(), Slice.of("{}")));
            assertEqualWhenParsed(message.withParams(Slice.of("[3]")));
        }
        TraceContext trace = TraceContext.of(message);
        if (trace != null) {
            assertThat(trace.parent() + trace.state() + trace.baggage()).matches("[ -~]*");
            assertThat(trace.traceId()).matches("[0-9a-f]{32}");
            assertEqualWhenParsed(trace.applyTo(message));
        }
    }

    @FuzzTest
    void parsesAnyBatch(byte[] data) {
        for (Message message : ReceivedMessages.parse(Slice.of(data)).messages()) {
            assertValid(message.bytes());
        }
    }

    @FuzzTest
    void findsOnlyValidIdsInTruncatedMessages(byte[] data) {
        int middle = data.length / 2;
        Slice id = TruncatedMessageId.find(new Slice(data, 0, middle), new Slice(data, middle, data.length));
        if (id != null) {
            assertThat(id.utf8()).matches("-?[0-9]+|\"[^\"\\\\]*\"");
        }
    }

    @FuzzTest
    void acceptsOnlyValidTraceContexts(byte[] data) {
        String[] parts = Slice.of(data).utf8().split("\n", 3);
        TraceContext trace = TraceContext.of(name -> switch (name) {
            case TraceContext.PARENT -> parts[0];
            case TraceContext.STATE -> parts.length > 1 ? parts[1] : null;
            default -> parts.length > 2 ? parts[2] : null;
        });
        if (trace != null) {
            assertThat(trace.parent() + trace.state() + trace.baggage()).matches("[ -~]*");
        }
    }

    private static void assertValid(Slice message) {
        assertThat(Json.isValid(message)).as("%s", message).isTrue();
    }

    /** Checks that a message has the same ID, method, parameters, result, and error if its bytes are parsed again. */
    private static void assertEqualWhenParsed(Message message) {
        Message read = Message.parse(message.bytes());
        assertThat(read).isNotNull();
        assertThat(message.length()).isEqualTo(message.bytes().length());
        assertThat(message.id()).isEqualTo(read.id());
        assertThat(message.method()).isEqualTo(read.method());
        assertThat(message.params()).isEqualTo(read.params());
        assertThat(message.result()).isEqualTo(read.result());
        assertThat(message.error()).isEqualTo(read.error());
    }
}
