package dev.plimsoll.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.document.UnreadableDocumentException;
import dev.plimsoll.testkit.Generator;
import dev.plimsoll.testkit.PropertyCases;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes random tables to files, and compares them with the text that the reader returns. */
class TableLawTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final List<String> WORDS = List.of(
            "red", "x|y", "a & b", "<b>", "\u00e9t\u00e9", "\u65e5\u672c", "say \"no\"", "007", "true", "-", "#1");

    /** Columns and rows; a value is a text, a number, a boolean, or null. */
    private record Table(List<String> names, List<List<@Nullable Object>> rows) {

        static Table of(Random random, int size, boolean hasNumbers) {
            int columns = 2 + random.nextInt(4);
            List<String> names = new ArrayList<>();
            for (int column = 0; column < columns; column++) {
                names.add("name " + (char) ('a' + column));
            }
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int y = 0; y < 2 + size / 4; y++) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int column = 0; column < columns; column++) {
                    row.add(column == 0 ? "row " + y : value(random, hasNumbers));
                }
                rows.add(row);
            }
            return new Table(names, rows);
        }

        private static @Nullable Object value(Random random, boolean hasNumbers) {
            return switch (random.nextInt(hasNumbers ? 5 : 2)) {
                case 2 ->
                    BigDecimal.valueOf(random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L), random.nextInt(4));
                case 3 -> random.nextBoolean();
                case 4 -> null;
                default -> WORDS.get(random.nextInt(WORDS.size()));
            };
        }

        List<Map<String, @Nullable Object>> records() {
            List<Map<String, @Nullable Object>> records = new ArrayList<>();
            for (List<@Nullable Object> row : rows) {
                Map<String, @Nullable Object> record = new LinkedHashMap<>();
                for (int column = 0; column < names.size(); column++) {
                    record.put(names.get(column), row.get(column));
                }
                records.add(record);
            }
            return records;
        }

        byte[] workbook() {
            XlsxFile file = new XlsxFile();
            StringBuilder sheet = new StringBuilder("<row>");
            names.forEach(name -> sheet.append(cell(name, file)));
            sheet.append("</row>");
            for (List<@Nullable Object> row : rows) {
                sheet.append("<row>");
                row.forEach(value -> sheet.append(cell(value, file)));
                sheet.append("</row>");
            }
            return file.sheet("S", "visible", sheet.toString(), "").bytes();
        }

        private static String cell(@Nullable Object value, XlsxFile file) {
            if (value == null) {
                return "<c/>";
            }
            if (value instanceof String text) {
                return "<c t=\"s\"><v>" + file.addSharedString(text) + "</v></c>";
            }
            return value instanceof Boolean flag
                    ? "<c t=\"b\"><v>" + (flag ? 1 : 0) + "</v></c>"
                    : "<c><v>" + value + "</v></c>";
        }

        byte[] page() {
            StringBuilder page = new StringBuilder("<html><body><table><tr>");
            names.forEach(name -> page.append("<th>").append(name));
            for (List<@Nullable Object> row : rows) {
                page.append("\n<tr>");
                row.forEach(value -> page.append("<td> ")
                        .append(XlsxFile.escape(String.valueOf(value)))
                        .append("</td>"));
            }
            return page.append("</table>").toString().getBytes(UTF_8);
        }

        String markdown() {
            StringBuilder text = new StringBuilder();
            line(names, text);
            text.append("|").append(" --- |".repeat(names.size())).append('\n');
            rows.forEach(row -> line(row, text));
            return text.toString();
        }

        private static void line(List<? extends @Nullable Object> row, StringBuilder text) {
            text.append('|');
            row.forEach(value -> text.append(' ')
                    .append(String.valueOf(value).replace("|", "\\|"))
                    .append(" |"));
            text.append('\n');
        }
    }

    private static String read(byte[] bytes) {
        try {
            return new StandardDocumentReader().read(null, bytes).text();
        } catch (UnreadableDocumentException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a value in a form in which equal numbers are equal objects. */
    private static @Nullable Object normalize(@Nullable Object value) {
        return value instanceof Number number ? new BigDecimal(number.toString()).stripTrailingZeros() : value;
    }

    private static List<Map<String, @Nullable Object>> normalize(List<Map<String, @Nullable Object>> records) {
        records.forEach(found -> found.replaceAll((name, value) -> normalize(value)));
        return records;
    }

    @Test
    @SuppressWarnings("unchecked")
    void readsTheWrittenRecordsOfAWorkbook() {
        Generator<Table> tables = (random, size) -> Table.of(random, size, true);
        PropertyCases.check(tables, table -> {
            byte[] workbook = table.workbook();
            String text = read(workbook);
            assertThat(normalize(JSON.readValue(text, List.class))).isEqualTo(normalize(table.records()));
            assertThat(read(workbook)).isEqualTo(text);
        });
    }

    @Test
    void readsTheWrittenRowsOfAnHtmlTable() {
        Generator<Table> tables = (random, size) -> Table.of(random, size, false);
        PropertyCases.check(tables, table -> {
            byte[] page = table.page();
            assertThat(read(page)).isEqualTo(table.markdown());
            assertThat(read(page)).isEqualTo(read(page));
        });
    }
}
