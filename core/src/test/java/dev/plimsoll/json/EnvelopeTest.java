package dev.plimsoll.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {

    @Test
    void readsARequest() {
        Envelope envelope = parse("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"a\":[1]}}");
        assertThat(envelope.id()).isEqualTo(Slice.of("7"));
        assertThat(envelope.method()).isEqualTo("tools/call");
        assertThat(envelope.params()).isEqualTo(Slice.of("{\"a\":[1]}"));
        assertThat(envelope.result()).isNull();
        assertThat(envelope.error()).isNull();
    }

    @Test
    void readsAResponseInAnyMemberOrder() {
        Envelope envelope = parse(" { \"result\" : {\"id\":1,\"method\":\"x\"} , \"x\":[{}], \"id\" : \"a\\\"b\" } \n");
        assertThat(envelope.result()).isEqualTo(Slice.of("{\"id\":1,\"method\":\"x\"}"));
        assertThat(envelope.id()).isEqualTo(Slice.of("\"a\\\"b\""));
        assertThat(envelope.method()).isNull();
    }

    @Test
    void readsAnError() {
        Envelope envelope = parse("{\"id\":null,\"error\":{\"code\":-32600}}");
        assertThat(envelope.error()).isEqualTo(Slice.of("{\"code\":-32600}"));
        assertThat(envelope.id()).isEqualTo(Slice.of("null"));
    }

    @Test
    void readsEscapedNamesAndUsesTheLastDuplicate() {
        Envelope envelope = parse("{\"\\u006d\\u0065\\u0074\\u0068\\u006f\\u0064\":\"a\\/b\",\"id\":1,\"id\":2}");
        assertThat(envelope.method()).isEqualTo("a/b");
        assertThat(envelope.id()).isEqualTo(Slice.of("2"));
    }

    @Test
    void readsTheVersionUnderAFullyEscapedName() {
        StringBuilder key = new StringBuilder();
        "jsonrpc".chars().forEach(c -> key.append("\\u00").append(Integer.toHexString(c)));
        assertThat(parse("{\"" + key + "\":\"2.0\"}").version()).isEqualTo(Slice.of("\"2.0\""));
    }

    @Test
    void ignoresAMethodThatIsNotAString() {
        assertThat(parse("{\"method\":1}").method()).isNull();
        assertThat(parse("{}").method()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[]",
                "1",
                "\"x\"",
                "{",
                "{\"id\":}",
                "{\"id\":1,}",
                "{\"id\":1}x",
                "{\"id\":1 \"a\":2}",
                "{\"id\"",
                "{\"id\":1",
                "{\"id\":[1}",
                "{\"id\":\"\\x\"}",
                "{id:1}",
                "{,}",
                "{\"id\":1]",
                "{\"a\":[}]}",
                "{} {}",
                "\ufeff{}"
            })
    void isNullUnlessTheMessageIsAValidObject(String text) {
        assertThat(Envelope.parse(Slice.of(text))).isNull();
    }

    @Test
    void isNullExactlyForInvalidMessages() {
        for (long seed = 0; seed < 3000; seed++) {
            GeneratedJson generated = new GeneratedJson(seed);
            Slice text = Slice.of(generated.mutate(
                    Slice.of(generated.spell(generated.container(2))).bytes()));
            boolean isObject = !Json.trim(text).isEmpty() && Json.trim(text).at(0) == '{';
            assertThat(Envelope.parse(text) != null).isEqualTo(isObject && JacksonOracle.isValid(text.toByteArray()));
        }
    }

    @Test
    void recordsOffsetsInALongResult() {
        String result = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "a\\n".repeat(40_000) + "\"}],\"x\":[1,2]}";
        Envelope envelope = parse("{\"id\":1, \"result\" : " + result + " ,\"jsonrpc\":\"2.0\"}");
        CheckedJson checked = Objects.requireNonNull(envelope.checkedResult());
        assertThat(checked.value().isSameRange(Objects.requireNonNull(envelope.result())))
                .isTrue();
        int textIndex = result.indexOf("\"a\\n");
        Slice value = checked.value();
        int textOffset = value.from() + textIndex;
        assertThat(checked.skipValue(textOffset, value.to()))
                .isEqualTo(Json.skipValue(value.bytes(), textOffset, value.to()));
        assertThat(parse("{\"id\":1,\"result\":{}}").checkedResult()).isNull();
        assertThat(Envelope.parse(Slice.of("{\"id\":1,\"result\":" + result.replace("\\n", "\\q") + "}")))
                .isNull();
    }

    @Test
    void usesTheLastOfTwoLongResults() {
        String first = "[\"" + "a".repeat(100_000) + "\"]";
        String last = "[\"" + "b".repeat(100_000) + "\"]";
        Envelope twice = parse("{\"result\":" + first + ",\"result\":" + last + "}");
        assertThat(twice.result()).isEqualTo(Slice.of(last));
        assertThat(Objects.requireNonNull(twice.checkedResult()).value()).isEqualTo(Slice.of(last));
        Envelope escaped = parse("{\"result\":" + first + ",\"r\\u0065sult\":" + last + "}");
        assertThat(escaped.result()).isEqualTo(Slice.of(last));
        assertThat(escaped.checkedResult()).isNull();
    }

    @Test
    void acceptsAnyDepth() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        Slice params = parse("{\"params\":" + deep + "}").params();
        assertThat(params).isNotNull();
        assertThat(params.length()).isEqualTo(200_000);
        assertThat(Envelope.parse(Slice.of("{\"params\":" + "[".repeat(100_000))))
                .isNull();
    }

    @Test
    void detectsABatch() {
        assertThat(Envelope.isBatch(Slice.of(" \n[{}]"))).isTrue();
        assertThat(Envelope.isBatch(Slice.of("{}"))).isFalse();
        assertThat(Envelope.isBatch(Slice.of(" "))).isFalse();
    }

    private static Envelope parse(String text) {
        Envelope envelope = Envelope.parse(Slice.of(text));
        assertThat(envelope).isNotNull();
        return envelope;
    }
}
