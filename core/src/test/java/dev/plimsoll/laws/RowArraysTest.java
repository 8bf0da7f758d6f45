package dev.plimsoll.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.testkit.sample.SampleResults;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks tables whose rows are arrays: they are read as records, with the names of the columns as keys. */
class RowArraysTest {

    private static final int ROWS = 900;

    private final Engine engine = Engine.of(2_000, ClientFeatures.current());

    /** Returns rows like those of a database server: an id, a price with two decimals, a name, and a note or null. */
    private static String rows(int from) {
        return IntStream.range(from, ROWS)
                .mapToObj(i -> "[" + (10_000_000_000_000_000L + i) + "," + i + ".50,\"Tisch \\\"Björn\\\" " + i + "\","
                        + (i % 3 == 0 ? "null" : "\"ok\"") + "]")
                .collect(Collectors.joining(","));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String notice(Answered answered) {
        return answered.getShown().header().text("notice");
    }

    private String query(Answered first, String query) {
        String cursor = first.getShown().readCursor();
        Slice answer =
                engine.read(cursor, "\"query\":\"" + query + "\"").texts().get(0);
        return Objects.requireNonNull(Members.get(answer, "results")).utf8();
    }

    @ParameterizedTest
    @CsvSource({"columns,rows", "headers,data", "fields,values", "columns,data"})
    void columnsAndRowsAreRecords(String columns, String rows) {
        String json = "{\"query\":\"SELECT *\",\"" + columns + "\":[\"id\",\"price\",\"name\",\"note\"],\"" + rows
                + "\":[" + rows(0) + "],\"elapsed\":0.31}";
        for (byte[] result : new byte[][] {
            SampleResults.text(bytes(json)),
            SampleResults.structured(bytes(json)),
            SampleResults.fileServer(bytes(json))
        }) {
            Answered first = engine.guard(result);

            assertThat(notice(first)).contains("table of 900 records {id, price, name, note}");
            assertThat(first.toString()).contains("elapsed", "SELECT *");
            assertThat(query(first, ".[7]"))
                    .isEqualTo("[{\"id\":10000000000000007,\"price\":7.50,\"name\":\"Tisch \\\"Björn\\\" 7\","
                            + "\"note\":\"ok\"}]");
            assertThat(query(first, "[.[] | select(.note == null)] | length")).isEqualTo("[300]");
            String cursor = first.getShown().readCursor();
            assertThat(engine.read(cursor, "\"query\":\".nosuch.x.y\"").toString())
                    .contains("QUERY_INVALID", ". is an array of 900 objects");
            assertThat(engine.readPath(cursor, "/7/price").toString()).contains("7.50");
            assertThat(engine.read(cursor, "\"fields\":\"id,price\"").toString())
                    .contains("10000000000000000", "0.50")
                    .doesNotContain("Tisch");
            assertThat(engine.read(cursor, "\"find\":\"\\\"price\\\":7.50\"").toString())
                    .contains("10000000000000007")
                    .contains("/7/price");
        }
    }

    @Test
    void queriesReachTheObjectAroundTheRowsToo() {
        String json = "{\"columns\":[\"id\",\"price\",\"name\",\"note\"],\"rows\":[" + rows(0) + "],\"elapsed\":0.31}";
        Answered first = engine.guard(SampleResults.structured(bytes(json)));

        assertThat(query(first, ".rows[7].price")).isEqualTo("[7.50]");
        assertThat(query(first, ".rows | length")).isEqualTo("[900]");
        assertThat(query(first, ".elapsed")).isEqualTo("[0.31]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"result\":{\"cells\":"})
    void firstRowThatIsAHeaderNamesTheColumns(String before) {
        String json = before + "[[\"id\",\"price\",\"name\",\"\"]," + rows(1) + "]" + (before.isEmpty() ? "" : "}}");
        Answered first = engine.guard(SampleResults.text(bytes(json)));

        assertThat(notice(first)).contains("table of 899 records {id, price, name, c4}, its first row is the header");
        assertThat(query(first, ".[0] | [.price, .c4]")).isEqualTo("[[1.50,\"ok\"]]");
    }

    @Test
    void rowsInPythonAreRecordsToo() {
        String python = "{'columns': ['id', 'price', 'name', 'note'], 'rows': ["
                + rows(0).replace("null", "None").replace('[', '(').replace(']', ')') + "]}";
        Answered first = engine.guard(SampleResults.text(bytes(python)));

        assertThat(notice(first)).contains("Python table of 900 records {id, price, name, note}");
        assertThat(query(first, "map(.price) | add")).isEqualTo("[405000]");
    }

    @Test
    void rowsOfOtherLengthsAreCounted() {
        String json = "{\"columns\":[{\"name\":\"a\",\"type\":\"INT\"},{\"name\":\"a\"}],\"rows\":["
                + "[1,2],".repeat(900) + "[1,2,3],[4]]}";
        Answered first = engine.guard(SampleResults.text(bytes(json)));

        assertThat(notice(first)).contains("table of 902 records {a, a_2, c3}, 2 rows are malformed, the first is 901");
        assertThat(query(first, ".[-2:]")).isEqualTo("[[{\"a\":1,\"a_2\":2,\"c3\":3},{\"a\":4}]]");
    }

    @Test
    void rowsWithoutTheEmptyCellsAtTheirEndAreRecords() {
        String json = "{\"range\":\"A1:C901\",\"values\":[[\"id\",\"name\",\"note\"],"
                + "[1,\"x\"],[2,\"y\",\"late\"],".repeat(450) + "[3,\"z\",\"w\"]]}";
        Answered first = engine.guard(SampleResults.text(bytes(json)));

        assertThat(notice(first))
                .contains("table of 901 records {id, name, note}, its first row is the header")
                .doesNotContain("malformed");
        assertThat(query(first, "map(select(.note == null)) | length")).isEqualTo("[450]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[\"a\",\"b\"],$[\"c\",\"d\"]]", // all cells are strings: no row is a header
                "[[\"a\",\"a\"],$[1,2]]", // names that are not distinct
                "{\"columns\":[\"x\"],\"rows\":[$[1,2]]}", // rows of another length
                "{\"columns\":[\"x\",\"y\"],\"rows\":[$5]}", // a row that is not an array
                "{\"columns\":[\"x\",\"y\"],\"rows\":[$[1,2]],\"data\":[]}", // two lists of rows
                "{\"columns\":[1,2],\"rows\":[$[1,2]]}", // columns without names
            })
    void otherArraysStayAsTheyAre(String json) {
        String full = json.replace("$", "[\"some text\",\"other text\"],".repeat(700));
        Answered first = engine.guard(SampleResults.text(bytes(full)));

        assertThat(notice(first)).doesNotContain("table of");
    }

    @Test
    void rowsStayArraysWhereTheOriginalIsRequested() {
        String json = "{\"columns\":[\"id\",\"price\",\"name\",\"note\"],\"rows\":[" + rows(0) + "]}";
        Engine slicing = Engine.of(
                Engine.policy(4_000).with(Policy.OUTPUT_SCHEMA, OutputSchema.SLICE), ClientFeatures.current());
        Answered sliced = slicing.guard(SampleResults.structured(bytes(json)));
        assertThat(Objects.requireNonNull(sliced.structured()).utf8()).contains("\"rows\":[[10000000000000000,0.50,");

        String cursor = engine.guard(SampleResults.text(bytes(json))).getShown().readCursor();
        assertThat(engine.read(cursor, "\"as\":\"json\",\"query\":\".rows[7][1]\"")
                        .toString())
                .contains("7.50");
        assertThat(engine.read(cursor, "\"query\":\"$original.rows[7][1]\"").toString())
                .contains("7.50");
        assertThat(engine.readPath(cursor, "/columns/1").toString()).contains("price");
        assertThat(engine.readPath(cursor, "/rows/7/price").toString()).contains("7.50");
    }

    @Test
    void manyLabelsBesideTheRowsFitThePage() {
        String labels = IntStream.range(0, 5_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String json = "{\"index\":[" + labels + "],\"columns\":[\"id\",\"price\",\"name\",\"note\"],\"data\":["
                + rows(0) + "]}";
        Answered first = engine.guard(SampleResults.structured(bytes(json)));

        assertThat(first.raw().length()).isLessThan(20_000);
        assertThat(query(first, "length")).isEqualTo("[900]");
    }
}
