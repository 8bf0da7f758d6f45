package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import org.junit.jupiter.api.Test;

class TruncatedMessageIdTest {

    /** Returns the ID that is found in the beginning and the end of a message, or the text {@code none}. */
    private static String findId(String head, String tail) {
        Slice id = TruncatedMessageId.find(Slice.of(head), Slice.of(tail));
        return id == null ? "none" : id.utf8();
    }

    @Test
    void findsTheIdWhereLibrariesWriteIt() {
        assertThat(findId("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a", "x\"}]}}"))
                .isEqualTo("7");
        assertThat(findId("{\"id\":\"k-1\",\"jsonrpc\":\"2.0\",\"result\":{", "x"))
                .isEqualTo("\"k-1\"");
        assertThat(findId("{\"result\":{\"content\":[", "x\"}]},\"jsonrpc\":\"2.0\",\"id\":12}"))
                .isEqualTo("12");
        assertThat(findId("{\"result\":{", "x\"}]},\"id\":\"s\",\"jsonrpc\":\"2.0\"}\r"))
                .isEqualTo("\"s\"");
    }

    @Test
    void ignoresIdsInsideTheMessage() {
        assertThat(findId("{\"result\":{\"id\":5,", "\"x\":{\"id\":5}}}")).isEqualTo("none");
        assertThat(findId("{\"jsonrpc\":\"2.0\",\"result\":{\"id\":5,", "{\"id\":5}]}}"))
                .isEqualTo("none");
        assertThat(findId("", "")).isEqualTo("none");
    }
}
