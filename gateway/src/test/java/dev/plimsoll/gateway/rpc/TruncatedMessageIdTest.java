package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;

class TruncatedMessageIdTest {

    private static String found(String head, String tail) {
        Slice id = TruncatedMessageId.find(Slice.of(head), Slice.of(tail));
        return id == null ? "none" : id.utf8();
    }

    @Test
    void findsTheIdWhereLibrariesWriteIt() {
        assertThat(found("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a", "x\"}]}}"))
                .isEqualTo("7");
        assertThat(found("{\"id\":\"k-1\",\"jsonrpc\":\"2.0\",\"result\":{", "x"))
                .isEqualTo("\"k-1\"");
        assertThat(found("{\"result\":{\"content\":[", "x\"}]},\"jsonrpc\":\"2.0\",\"id\":12}"))
                .isEqualTo("12");
        assertThat(found("{\"result\":{", "x\"}]},\"id\":\"s\",\"jsonrpc\":\"2.0\"}\r"))
                .isEqualTo("\"s\"");
    }

    @Test
    void ignoresIdsInsideTheMessage() {
        assertThat(found("{\"result\":{\"id\":5,", "\"x\":{\"id\":5}}}")).isEqualTo("none");
        assertThat(found("{\"jsonrpc\":\"2.0\",\"result\":{\"id\":5,", "{\"id\":5}]}}"))
                .isEqualTo("none");
        assertThat(found("", "")).isEqualTo("none");
    }
}
