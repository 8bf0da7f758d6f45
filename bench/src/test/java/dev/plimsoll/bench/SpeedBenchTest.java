package dev.plimsoll.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SpeedBenchTest {

    private static final List<BenchmarkRow> ROWS = BenchmarkRows.create(20_000, List.of(60_000, 90_000));

    @Test
    void printsEveryRow() {
        String table = run();

        for (BenchmarkRow benchmarkRow : ROWS) {
            assertThat(table).contains(benchmarkRow.name());
        }
        assertThat(table).contains(ROWS.size() + " rows");
    }

    @Test
    void jsonHasEveryRowWithItsFloor() {
        JsonNode rows = JsonMapper.shared().readTree(run("--json", "--only", "first answer"));

        assertThat(rows.size()).isEqualTo(5);
        for (JsonNode row : rows) {
            assertThat(row.at("/against/0/name").asString()).isEqualTo("by hand");
            assertThat(row.at("/nanos").asDouble()).isPositive();
        }
    }

    @Test
    void listsTheOptionsAfterAnUnknownOption() {
        assertThat(run("--fast")).contains("--json").contains("--fast");
    }

    private static String run(String... args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        SpeedBench.run(MeasurementPlan.SMOKE, ROWS, List.of(args), out);
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
