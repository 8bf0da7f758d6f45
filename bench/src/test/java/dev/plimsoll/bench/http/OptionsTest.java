package dev.plimsoll.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void parsesEachOption() {
        Options options = Options.of(List.of(
                "--json",
                "--only",
                "IDLE",
                "--rounds",
                "2",
                "--seconds",
                "0.5",
                "--connections",
                "1,32",
                "--sessions",
                "10000"));

        assertThat(options).isEqualTo(new Options(true, "idle", 2, 0.5, List.of(1, 32), 10_000));
        assertThat(options.wants("idle sessions")).isTrue();
        assertThat(options.wants("start of serve")).isFalse();
    }

    @Test
    void listsTheOptionsForAnInvalidOne() {
        assertThatThrownBy(() -> Options.of(List.of("--fast")))
                .hasMessageContaining("--connections")
                .hasMessageContaining("--fast");
        assertThatThrownBy(() -> Options.of(List.of("--rounds"))).hasMessageContaining("--rounds");
    }
}
