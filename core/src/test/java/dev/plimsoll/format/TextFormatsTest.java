package dev.plimsoll.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.texttype.TextTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextFormatsTest {

    private static final String PEOPLE = "id,name,price\n1,Ada,1.10\n2,Bob,3\n3,Chi,\n";

    @Test
    void readsCsvWithItsHeaderAndTypes() {
        assertThat(read(PEOPLE))
                .isEqualTo("[{\"id\":1,\"name\":\"Ada\",\"price\":1.10},{\"id\":2,\"name\":\"Bob\",\"price\":3},"
                        + "{\"id\":3,\"name\":\"Chi\",\"price\":null}]");
    }

    @Test
    void readsQuotedCells() {
        assertThat(read("name,note\n\"Doe, Jane\",\"first line\nsecond \"\"line\"\"\"\n'x',plain 5\" pipe\n\"\",z\n"))
                .isEqualTo("[{\"name\":\"Doe, Jane\",\"note\":\"first line\\nsecond \\\"line\\\"\"},"
                        + "{\"name\":\"'x'\",\"note\":\"plain 5\\\" pipe\"},{\"name\":\"\",\"note\":\"z\"}]");
    }

    @Test
    void readsWindowsLineEndsAndByteOrderMark() {
        assertThat(read("\uFEFFid,name\r\n1,Ada\r\n\r\n2,Bob\r\n"))
                .isEqualTo("[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Bob\"}]");
    }

    @Test
    void readsTabsAndOtherSeparators() {
        assertThat(read("id\tname, first\n1\tAda\n2\tBob\n"))
                .isEqualTo("[{\"id\":1,\"name, first\":\"Ada\"},{\"id\":2,\"name, first\":\"Bob\"}]");
        assertThat(read("id;preis\n1;1,10\n2;2,20\n"))
                .isEqualTo("[{\"id\":1,\"preis\":\"1,10\"},{\"id\":2,\"preis\":\"2,20\"}]");
    }

    @Test
    void keepsNonJsonNumbersAsText() {
        assertThat(read("a,b,c,d,e\n007,1,x,-0.5e+3,\n1,1e400,2,123456789012345678901234567890,\n"))
                .isEqualTo("[{\"a\":\"007\",\"b\":1,\"c\":\"x\",\"d\":-0.5e+3,\"e\":\"\"},"
                        + "{\"a\":\"1\",\"b\":1e400,\"c\":\"2\",\"d\":123456789012345678901234567890,\"e\":\"\"}]");
    }

    @Test
    void keepsBlanksAfterSeparatorsInCells() {
        assertThat(read("name, age\nAda, 36\nBob, 41\n"))
                .isEqualTo("[{\"name\":\"Ada\",\" age\":\" 36\"},{\"name\":\"Bob\",\" age\":\" 41\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,Ada,x\n2,Bob,y\n3,Chi,z\n",
                "id,id,x\n1,2,a\n3,4,b\n",
                ",name,x\n1,2,a\n3,4,b\n",
                "state,name,x\nopen,Ada,1\nstate,Bob,2\n"
            })
    void namesColumnsByTheirNumberWithoutHeader(String text) {
        assertThat(read(text)).startsWith("[{\"c1\":").contains("\"c2\":", "\"c3\":");
        assertThat(read(text).split("\"c1\"", -1)).hasSize(4);
    }

    @Test
    void toleratesOneBadLineInAHundred() {
        String rows =
                IntStream.range(0, 200).mapToObj(i -> i + ",name" + i + ",x\n").collect(Collectors.joining());
        TextData data = data("id,name,z\n" + rows + "a remark\n500,short\n501,a,b,surplus\n");
        String json = json(data);
        assertThat(json).contains("{\"line\":202,\"text\":\"a remark\"}");
        assertThat(json)
                .contains("{\"id\":500,\"name\":\"short\"},{\"id\":501,\"name\":\"a\",\"z\":\"b\",\"c4\":\"surplus\"}");
        assertThat(data.lineErrors()).isEqualTo(new LineErrors(1, 2, 202));
        assertThat(TextFormats.read(Slice.of("id,name,z\n" + rows + "a remark\n".repeat(9) + rows)))
                .isNull();
    }

    @Test
    void prefersToonToCsvAndFallsBackToYaml() {
        TextData toon = data("users[2]{id,name}:\n  1,Ada\n  2,Bob\n");
        assertThat(toon.label()).isEqualTo("TOON");
        assertThat(json(toon)).isEqualTo("{\"users\":[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Bob\"}]}");
        TextData yaml = data("kind: Pod\nmeta:\n  name: web\n  ports: [80]\n");
        assertThat(yaml.label()).isEqualTo("YAML");
        assertThat(json(yaml)).isEqualTo("{\"kind\":\"Pod\",\"meta\":{\"name\":\"web\",\"ports\":[80]}}");
    }

    @Test
    void readsJsonLines() {
        String text = "{\"a\":1}\r\n\n[2]\n{\"b\": {\"c\":1.10}}\n";
        assertThat(read(text)).isEqualTo("[{\"a\":1},[2],{\"b\": {\"c\":1.10}}]");
        assertThat(data(text).label()).isEqualTo("JSON Lines");
        assertThat(rows(data(text), 1, 3)).isEqualTo("[2]\n{\"b\": {\"c\":1.10}}");
        String many = "{\"a\":1}\n".repeat(150);
        assertThat(read(many + "{broken\n" + many)).contains(",{\"line\":151,\"text\":\"{broken\"},");
        assertThat(TextFormats.read(Slice.of("{\"a\":1}\n{broken\n{\"a\":2}\n")))
                .isNull();
    }

    @Test
    void readsOneJsonValueOrSeveralInSequence() {
        assertThat(read("\n{\n \"a\": 1\n}\n")).isEqualTo("{\n \"a\": 1\n}");
        assertThat(read("[1, 2]")).isEqualTo("[1, 2]");
        assertThat(read("{\n \"a\": 1\n}\n{\n \"a\": 2\n}")).isEqualTo("[{\n \"a\": 1\n},{\n \"a\": 2\n}]");
        assertThat(data("{\n \"a\": 1\n}\n{\n \"a\": 2\n}").label()).isEqualTo("JSON");
        assertThat(rows(data("[{\"a\":1}, {\"a\":2},{\"a\":3}]"), 1, 3)).isEqualTo("[{\"a\":2},{\"a\":3}]");
    }

    @Test
    void textOfRowsBeginsWithTheHeader() {
        TextData data = data("id,note\r\n1,\"a\nb\"\r\n2,c\r\n3,d\r\n");
        assertThat(rows(data, 0, 2)).isEqualTo("id,note\r\n1,\"a\nb\"\r\n2,c");
        assertThat(rows(data, 0, 0)).isEqualTo("id,note");
        assertThat(rows(data("1,2\n3,4\n5,6\n"), 1, 2)).isEqualTo("3,4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   \n\n",
                "one, two\nthree, four\n",
                "Line 1, some text\nLine 2, some text\nLine 3, some text\n",
                "Line 1, text number 1\nLine 2, text number 2\nLine 3, text number 3\n",
                "Dear Ada,\nI hope that all is well, and that you are too.\nWe are fine, thank you.\nBob\n",
                "2026-01-05 12:00:00,123 INFO started\n2026-01-05 12:00:01,456 WARN slow\n2026-01-05 12:00:02,7 INFO on\n",
                "int[] a = {\n    1,\n    2,\n    3,\n};\n",
                "{\"a\":1} trailing\n{\"b\":2}\n",
                "\"never closed, a\nb, c\nd, e\n"
            })
    void findsNoDataInProseLogsAndCode(String text) {
        assertThat(TextFormats.read(Slice.of(text))).isNull();
    }

    @Test
    void readsColumnNamesInTenLanguages() {
        String[] words = {"Größe", "数量", "データ", "수량", "количество", "ποσότητα", "الكمية", "כמות", "मात्रा", "จำนวน"};
        StringBuilder text = new StringBuilder(String.join(",", words)).append('\n');
        for (int i = 0; i < 50; i++) {
            for (int j = 0; j < words.length; j++) {
                text.append(j == 0 ? "" : ",")
                        .append(words[(i + j + 1) % words.length])
                        .append(i);
            }
            text.append('\n');
        }
        assertThat(read(text.toString())).startsWith("[{\"Größe\":\"数量0\",\"数量\":\"データ0\"");
    }

    /** Checks that CSV with quoted cells is read correctly, for any cell contents. */
    @Test
    void readsGeneratedTables() {
        Random random = new Random(11);
        for (int run = 0; run < 300; run++) {
            int columns = 2 + random.nextInt(6);
            List<String> header =
                    IntStream.range(0, columns).mapToObj(i -> "col \"" + i).toList();
            StringBuilder text = new StringBuilder(toCsvRow(header));
            StringBuilder expected = new StringBuilder("[");
            int rows = 2 + random.nextInt(40);
            for (int row = 0; row < rows; row++) {
                List<String> cells = new ArrayList<>();
                for (int column = 0; column < columns; column++) {
                    cells.add(createCell(random, row));
                }
                text.append(toCsvRow(cells));
                expected.append(row == 0 ? "{" : ",{");
                for (int column = 0; column < columns; column++) {
                    ByteSink member =
                            new ByteSink().ascii(column == 0 ? "" : ",").string(header.get(column));
                    expected.append(
                            member.ascii(":").string(cells.get(column)).slice().utf8());
                }
                expected.append('}');
            }
            assertThat(read(text.toString()))
                    .as(text.toString())
                    .isEqualTo(expected.append(']').toString());
        }
    }

    private static String createCell(Random random, int row) {
        String[] texts = {"a,b", "x\ny", "\"quoted\"", "é😀", "", "plain text", "a\r\nb", "  blanks  ", "\"", ",", "\t"
        };
        return "t" + row + texts[random.nextInt(texts.length)] + texts[random.nextInt(texts.length)];
    }

    private static String toCsvRow(List<String> cells) {
        return cells.stream()
                        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                        .collect(Collectors.joining(",")) + "\n";
    }

    @Test
    void rejectsTextsThatWouldBecomeTooLarge() {
        assertThat(TextFormats.read(Slice.of("a,".repeat(1_000_000) + "\n1,2\n3,4\n")))
                .isNull();
        String wide = IntStream.range(0, 2_000)
                .mapToObj(i -> "column_with_a_long_name_" + i)
                .collect(Collectors.joining(","));
        assertThat(TextFormats.read(Slice.of(wide + "\n" + (",".repeat(1_999) + "\n").repeat(2_000))))
                .isNull();
        assertThat(TextFormats.read(Slice.of("a,b\n" + "\"x,y\n".repeat(200_000))))
                .isNull();
        assertThat(TextFormats.read(Slice.of("[".repeat(1_000_000) + "\n"))).isNull();
    }

    private static TextData data(String text) {
        TextData data = TextFormats.read(Slice.of(text));
        assertThat(data).as(text).isNotNull();
        return data;
    }

    private static String rows(TextData data, int from, int to) {
        return Objects.requireNonNull(data.text(from, to)).utf8();
    }

    private static String read(String text) {
        return json(data(text));
    }

    private static String json(TextData data) {
        ByteSink out = new ByteSink();
        data.writeTo(out);
        assertThat(Json.isValid(out.slice())).isTrue();
        return out.slice().utf8();
    }

    @Test
    void readsYamlListsAsYamlAndNotAsBlocks() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("- id: " + i + "\n  active: true\n  note:\n  name: \"x\"\n");
        }
        TextData data = Objects.requireNonNull(TextFormats.read(Slice.of(text.toString())));
        ByteSink json = new ByteSink();
        data.writeTo(json);
        assertThat(data.label()).isEqualTo("YAML");
        assertThat(json.slice().utf8()).startsWith("[{\"id\":0,\"active\":true,\"note\":null,\"name\":\"x\"},");
    }

    /** Checks texts that would take minutes if the time were not proportional to their length. */
    @Test
    void readsHostileTextsInLinearTime() {
        String names = "c,".repeat(300_000) + "c\n";
        String ones = "1,".repeat(300_000) + "1\n";
        List<String> texts = List.of(
                names + ones + ones + ones,
                "{\"columns\":[" + "\"c\",".repeat(300_000) + "\"c\"],\"rows\":[[" + "1,".repeat(300_000) + "1]]}",
                "a/b:\n" + "\n---\n".repeat(1_000_000),
                "========\n".repeat(500_000),
                "<file path=\"\">\n".repeat(300_000),
                "## File: a\n```\n".repeat(300_000),
                "[".repeat(5_000_000),
                " ".repeat(2_000) + "x\n" + " ".repeat(2_000) + "y\n");
        for (String text : texts) {
            TextRecords records = TextRecords.find(Document.ofDecoded(Slice.of(text)));
            assertThat(records == null || Json.isValid(records.converted())).isTrue();
        }
    }

    @Test
    void detectsTypeOfDeeplyIndentedCode() {
        assertThat(TextTypes.detect(Slice.of("def f():\n" + (" ".repeat(2_000) + "x = 1\n").repeat(40))))
                .isNotNull();
    }
}
