package dev.plimsoll.bench.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.growth.CpuTimeMeter;
import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.data.TextData;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FormatsBenchTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes);

    @Test
    void readsSamplesInTheirFormat() {
        assertThat(FormatSamples.generate(1_000)).hasSize(13).containsKeys("json", "jsonl", "gitlog");
        FormatSamples.generate(20_000).forEach((format, text) -> {
            TextData data = Objects.requireNonNull(TextFormats.read(text), format);
            assertThat(data.label().replace(" ", "").toLowerCase())
                    .as(format)
                    .isIn(format, "gitlog", "jsonlines", "yamlobject", "table");
            assertThat(data.lineErrors().unreadableLines()).as(format).isZero();
        });
    }

    @Test
    void printsARowForEachFormat() {
        assertThat(FormatsBench.print(60_000, new CpuTimeMeter(1), out)).isZero();
        assertThat(bytes.toString()).contains("| csv |", "| diff |", "| yaml |");
    }

    @Test
    void rejectsASizeThatIsNotANumber() {
        assertThat(FormatsBench.run(List.of("much"), new CpuTimeMeter(1), out)).isEqualTo(2);
        assertThat(bytes.toString()).contains("megabytes from 1 to 999; got much");
    }
}
