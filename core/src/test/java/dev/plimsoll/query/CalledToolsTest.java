package dev.plimsoll.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class CalledToolsTest {

    @Test
    void findsLiteralToolNames() {
        assertThat(Program.findTools("pages(\"a\").x[] | call(\"b\"; {text: .y, call: 1}), text(\"c\")"))
                .containsExactly("a", "b", "c");
        assertThat(Program.findTools("\"call(x)\" | length")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "call(.name)",
                "call(\"a\" + .x)",
                "tools[] | call(.name; {})",
                "\"\\(call(\"a\"))\"",
                "def f(x): call(x); f(\"a\")",
                "call(\"a",
            })
    void returnsNullIfAToolNameIsComputed(String program) {
        assertThat(Program.findTools(program)).isNull();
    }
}
