package dev.plimsoll.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthBenchTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... args) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return GrowthBench.run(new Curves(new CpuTimeMeter(1), 0.001), List.of(args), out);
    }

    @Test
    void writesATableAndAChartForEveryCurve() throws Exception {
        assertThat(run(folder.toString())).isZero();

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("| bytes of the result | first answer | one read of every byte |")
                .contains("| stored results |")
                .contains("| rules |")
                .contains("| tools |")
                .contains("| sessions |");
        try (Stream<Path> charts = Files.list(folder)) {
            List<Path> chartFiles = charts.toList();
            assertThat(chartFiles).hasSize(5);
            for (Path chart : chartFiles) {
                var document = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(chart.toFile());
                assertThat(document.getElementsByTagName("polyline").getLength())
                        .isPositive();
            }
        }
    }

    @Test
    void rejectsTooManyArguments() throws Exception {
        assertThat(run("a", "b")).isEqualTo(2);
    }
}
