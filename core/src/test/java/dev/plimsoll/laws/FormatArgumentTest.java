package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the argument {@code as}, which overrides how a text is read. */
class FormatArgumentTest {

    private static final String ROWS =
            IntStream.range(0, 900).mapToObj(i -> i + ";row number " + i + "\n").collect(Collectors.joining());

    private final Engine engine = Engine.of(2_000, ClientFeatures.current());

    private String issueCursor(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return engine.guard(SampleResults.text(bytes)).getShown().readCursor();
    }

    private static String notice(Answered answered) {
        return answered.getShown().header().text("notice");
    }

    @Test
    void asTextReadsATableAsLines() {
        String cursor = issueCursor("id;name\n" + ROWS);
        assertThat(notice(engine.read(cursor, "\"mode\":\"outline\""))).contains("CSV of 900 records {id, name}");
        Answered text = engine.read(cursor, "\"as\":\"text\"");
        assertThat(notice(text)).startsWith("Lines 1-").contains("of 901");
        assertThat(engine.read(cursor, "\"as\":\"text\",\"query\":\"length\"").toString())
                .contains("[901]");
    }

    @Test
    void formatStaysWithTheCursor() {
        String cursor = issueCursor("id;name\n" + ROWS);
        String text = engine.read(cursor, "\"as\":\"text\"").getShown().readCursor();
        assertThat(notice(engine.read(text, "\"mode\":\"outline\""))).doesNotContain("CSV");
        assertThat(notice(engine.read(text, "\"as\":\"csv\",\"page\":1"))).contains("CSV of 900 records");
    }

    @Test
    void formatThatDoesNotMatchIsRefusedWithThePosition() {
        String json = "[\n" + "{\"a\": 1},\n".repeat(900) + "{\"a\" 2}]";
        String cursor = issueCursor(json);
        assertThat(engine.read(cursor, "\"as\":\"json\"").toString())
                .contains("INVALID_REQUEST", "the text cannot be read as json: line 902, column 6");
        assertThat(engine.read(cursor, "\"as\":\"word\"").toString())
                .contains("INVALID_REQUEST", "as must be a format, got word");
        assertThat(engine.read(cursor, "\"as\":\"text\",\"lines\":\"1-2\"").toString())
                .contains("INVALID_REQUEST", "as cannot be used with lines");
    }

    @Test
    void jsonCanBeReadAsText() {
        String cursor = issueCursor("[" + "{\"a\": 1},\n".repeat(900) + "{\"a\": 2}]");
        assertThat(notice(engine.read(cursor, "\"as\":\"text\""))).contains("of 901");
        assertThat(engine.read(cursor, "\"as\":\"json\",\"query\":\"length\"").toString())
                .contains("901");
    }
}
