package dev.plimsoll.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final TraceContext CONTEXT = new TraceContext(PARENT, "rojo=1", null);

    private static Message message(String text) {
        return Objects.requireNonNull(Message.parse(Slice.of(text)));
    }

    private static String withContext(String request) {
        return CONTEXT.applyTo(message(request)).bytes().utf8();
    }

    @Test
    void returnsTheIdsOfTheParent() {
        assertThat(CONTEXT.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(CONTEXT.spanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(CONTEXT.flags()).isEqualTo("01");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\n"
            })
    void ignoresAnInvalidParent(String parent) {
        assertThat(TraceContext.of(name -> name.equals("traceparent") ? parent : null))
                .isNull();
    }

    @Test
    void acceptsLaterVersionsAndOmitsInvalidParts() {
        Map<String, String> parts = Map.of(
                "traceparent", "cc" + PARENT.substring(2) + "-more", "tracestate", "a=ä", "baggage", "x".repeat(8193));
        TraceContext context = Objects.requireNonNull(TraceContext.of(parts::get));
        assertThat(context.parent()).endsWith("-more");
        assertThat(context.state()).isNull();
        assertThat(context.baggage()).isNull();
    }

    @Test
    void writesTheContextIntoTheMeta() {
        String meta = "\"_meta\":{\"traceparent\":\"" + PARENT + "\",\"tracestate\":\"rojo=1\"}";
        assertThat(withContext("{\"id\":1,\"method\":\"ping\"}"))
                .isEqualTo("{\"id\":1,\"method\":\"ping\",\"params\":{" + meta + "}}");
        assertThat(withContext("{\"id\":1,\"method\":\"m\",\"params\":{\"a\":1.10}}"))
                .isEqualTo("{\"id\":1,\"method\":\"m\",\"params\":{\"a\":1.10," + meta + "}}");
        assertThat(withContext("{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":{\"k\":1}, \"a\":1}}"))
                .isEqualTo("{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":{\"k\":1,\"traceparent\":\"" + PARENT
                        + "\",\"tracestate\":\"rojo=1\"}, \"a\":1}}");
    }

    @Test
    void replacesTheStateAndBaggageOfAnotherTrace() {
        assertThat(
                        withContext(
                                "{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":{\"baggage\":\"x=1\",\"tracestate\":\"o=2\"}}}"))
                .contains("\"tracestate\":\"rojo=1\"")
                .doesNotContain("baggage");
    }

    @Test
    void leavesARequestWithoutObjectParamsUnchanged() {
        for (String invalidPart : new String[] {
            "{\"id\":1,\"method\":\"m\",\"params\":[1]}", "{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":5}}"
        }) {
            assertThat(withContext(invalidPart)).isEqualTo(invalidPart);
        }
    }

    @Test
    void readsBackTheWrittenContext() {
        assertThat(TraceContext.of(message(withContext("{\"id\":1,\"method\":\"m\"}"))))
                .isEqualTo(CONTEXT);
        assertThat(TraceContext.of(message("{\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":{\"traceparent\":5}}}")))
                .isNull();
    }
}
