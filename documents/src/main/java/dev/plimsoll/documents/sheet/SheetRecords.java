package dev.plimsoll.documents.sheet;

import dev.plimsoll.documents.limit.ReadMeter;
import dev.plimsoll.documents.table.ColumnNames;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of a sheet, with the rows above its header.
 *
 * @param before texts of the rows above the header, such as a title
 * @param names names of the columns
 * @param rows the rows below the header
 */
record SheetRecords(List<String> before, List<String> names, List<List<@Nullable Cell>> rows) {

    /** Number of rows from the top among which the header is searched. */
    private static final int HEADER_SEARCH_ROWS = 10;

    static SheetRecords create(Sheet sheet) {
        List<List<@Nullable Cell>> rows = sheet.nonEmptyRows();
        List<Integer> rowNumbers = sheet.nonEmptyRowNumbers();
        int width = rows.stream().mapToInt(SheetRecords::contentEnd).max().orElse(0);
        int header = findHeader(rows, width);
        if (header < 0) {
            return new SheetRecords(List.of(), ColumnNames.create(List.of(), width), rows);
        }
        boolean hasSecondHeaderRow = sheet.hasMergedColumns(rowNumbers.get(header))
                && header + 2 < rows.size()
                && areTexts(rows.get(header + 1))
                && rowNumbers.get(header + 1) == rowNumbers.get(header) + 1;
        int headerEnd = header + (hasSecondHeaderRow ? 2 : 1);
        List<List<String>> headers = rows.subList(header, headerEnd).stream()
                .map(SheetRecords::cellTexts)
                .toList();
        List<String> before = rows.subList(0, header).stream()
                .map(row -> String.join(
                        " ",
                        cellTexts(row).stream()
                                .filter(text -> !text.isEmpty())
                                .distinct()
                                .toList()))
                .toList();
        return new SheetRecords(before, ColumnNames.create(headers, width), rows.subList(headerEnd, rows.size()));
    }

    /**
     * Returns the index of the header. It is the first row that fills at least half of the columns, except for a
     * title: a row with only one distinct value, in a sheet with several columns. Returns -1 if there is no such row,
     * or if this row contains numbers or booleans.
     */
    private static int findHeader(List<List<@Nullable Cell>> rows, int width) {
        for (int i = 0; i < Math.min(HEADER_SEARCH_ROWS, rows.size() - 1); i++) {
            List<String> texts = cellTexts(rows.get(i)).stream()
                    .filter(text -> !text.isEmpty())
                    .toList();
            long distinct = texts.stream().distinct().count();
            boolean isTitle = distinct == 1 && width > 1;
            boolean hasEnoughTexts = texts.size() * 2 >= width;
            if (hasEnoughTexts && !isTitle) {
                return areTexts(rows.get(i)) ? i : -1;
            }
        }
        return -1;
    }

    private static boolean areTexts(List<@Nullable Cell> row) {
        return row.stream().allMatch(cell -> cell == null || cell.isEmpty() || cell.isText());
    }

    private static int contentEnd(List<@Nullable Cell> row) {
        int end = row.size();
        while (end > 0 && isEmpty(row.get(end - 1))) {
            end--;
        }
        return end;
    }

    private static boolean isEmpty(@Nullable Cell cell) {
        return cell == null || cell.isEmpty();
    }

    private static List<String> cellTexts(List<@Nullable Cell> row) {
        List<String> texts = new ArrayList<>();
        row.forEach(cell -> texts.add(cell == null ? "" : cell.text().strip().replaceAll("\\s+", " ")));
        return texts;
    }

    /** Writes an array of records; if there are rows above the header, an object with these and the records. */
    void write(JsonWriter json, ReadMeter meter) {
        if (before.isEmpty()) {
            writeRecords(json.beginArray(), meter);
            json.endArray();
            return;
        }
        json.beginObject().strings("before", before);
        writeRecords(json.beginArray("records"), meter);
        json.endArray().endObject();
    }

    private void writeRecords(JsonWriter json, ReadMeter meter) {
        for (List<@Nullable Cell> row : rows) {
            json.beginObject();
            for (int column = 0; column < names.size(); column++) {
                String name = names.get(column);
                Cell cell = column < row.size() ? row.get(column) : null;
                if (cell == null || (cell.isEmpty() && cell.text().isEmpty())) {
                    json.nullValue(name);
                } else if (cell.isText()) {
                    json.string(name, cell.text());
                } else {
                    json.raw(name, Slice.of(cell.text()));
                }
                meter.addCharacters(name.length() + 4);
            }
            json.endObject();
        }
    }
}
