package dev.plimsoll.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.FakeTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    private final FakeTerminal terminal = new FakeTerminal("");

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void printsVersionOnStandardOutput(String option) {
        assertThat(Main.run(terminal.terminal(), option)).isZero();
        // the tests run from classes outside a jar, which have no version
        assertThat(terminal.out()).matches("plimsoll (development|\\d+\\.\\d+\\.\\d+\\S*)\\R");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void passesOtherArgumentsToCommandLine() {
        assertThat(Main.run(terminal.terminal(), "--help")).isZero();
        assertThat(terminal.out()).startsWith("Usage: plimsoll").contains("Commands:");
    }

    @Test
    void rejectsMissingCommand() {
        assertThat(Main.run(terminal.terminal())).isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).startsWith("plimsoll: no command given");
    }
}
