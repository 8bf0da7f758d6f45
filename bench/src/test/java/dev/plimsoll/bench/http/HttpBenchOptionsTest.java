package dev.plimsoll.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HttpBenchOptionsTest {

    @Test
    void parsesEachOption() {
        HttpBenchOptions options = HttpBenchOptions.parse(List.of(
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

        assertThat(options).isEqualTo(new HttpBenchOptions(true, "idle", 2, 0.5, List.of(1, 32), 10_000));
        assertThat(options.isSelected("idle sessions")).isTrue();
        assertThat(options.isSelected("start of serve")).isFalse();
    }

    @Test
    void listsTheOptionsAfterAnInvalidOption() {
        assertThatThrownBy(() -> HttpBenchOptions.parse(List.of("--fast")))
                .hasMessageContaining("--connections")
                .hasMessageContaining("--fast");
        assertThatThrownBy(() -> HttpBenchOptions.parse(List.of("--rounds"))).hasMessageContaining("--rounds");
    }
}
