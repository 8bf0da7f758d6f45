package dev.plimsoll.bench.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TotalsTest {

    private static final Totals BEFORE = new Totals(Map.of("query tokens", 100L, "query calls", 8L));

    @Test
    void acceptsEqualAndLowerValues() {
        Totals now = new Totals(Map.of("query tokens", 99L, "query calls", 8L));

        assertThat(now.describeIncreasesFrom(BEFORE)).isEmpty();
        assertThat(now.hasDecreaseFrom(BEFORE)).isTrue();
        assertThat(BEFORE.describeIncreasesFrom(BEFORE)).isEmpty();
        assertThat(BEFORE.hasDecreaseFrom(BEFORE)).isFalse();
    }

    @Test
    void rejectsAnIncreaseOfOneToken() {
        Totals now = new Totals(Map.of("query tokens", 101L, "query calls", 7L));

        assertThat(now.describeIncreasesFrom(BEFORE)).containsExactly("query tokens: 101, more than 100");
    }

    @Test
    void reportsValuesMissingOnOneSide() {
        Totals now = new Totals(Map.of("query tokens", 100L, "find tokens", 5L));

        assertThat(now.describeIncreasesFrom(BEFORE))
                .containsExactlyInAnyOrder(
                        "find tokens: 5, and the file has no value",
                        "query calls: the file has a value, but it is not measured");
    }

    @Test
    void readsTheFileThatItWrites(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("totals.txt");
        BEFORE.write(file);

        assertThat(Totals.read(file)).isEqualTo(BEFORE);
        assertThat(Files.readString(file)).startsWith("# ");
    }

    @Test
    void rejectsALineWithoutANumber(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("totals.txt"), "query tokens = many\n");

        assertThatThrownBy(() -> Totals.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("= many");
    }
}
