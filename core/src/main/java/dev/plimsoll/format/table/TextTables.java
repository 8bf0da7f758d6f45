package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables in a text whose paragraphs are separated by blank lines, and collects the lines around the
 * tables.
 */
final class TextTables {

    private final Slice text;
    private final int minRows;
    private final List<NamedTable> tables = new ArrayList<>();
    private final TableNames names = new TableNames();
    private final ByteSink textBefore = new ByteSink(64);
    private final ByteSink textAfter = new ByteSink(64);
    private int otherLines;
    private int otherBytes;

    /** A table with the heading above it, or its number. */
    record NamedTable(String name, RecordTable table) {}

    /**
     * Creates a finder.
     *
     * @param minRows minimum number of rows, including the header, of a table without bars and without a line of dashes
     */
    TextTables(Slice text, int minRows) {
        this.text = text;
        this.minRows = minRows;
    }

    /** Finds the tables; returns false if there are none, or too much other text is around them. */
    boolean findTables() {
        LineScanner lines = new LineScanner(text);
        int paragraphStart = -1;
        while (lines.next()) {
            if (!lines.isBlank()) {
                paragraphStart = paragraphStart < 0 ? lines.start() : paragraphStart;
            } else if (paragraphStart >= 0) {
                if (!addParagraph(new Slice(text.bytes(), paragraphStart, lines.start()))) {
                    return false;
                }
                paragraphStart = -1;
            }
        }
        boolean isLastRead = paragraphStart < 0 || addParagraph(new Slice(text.bytes(), paragraphStart, text.to()));
        return isLastRead && !tables.isEmpty() && 2 * otherBytes < text.length();
    }

    /**
     * Adds a paragraph: a table, with other lines above and below it, or only other lines. Returns false if the text
     * has too many other lines.
     */
    private boolean addParagraph(Slice paragraph) {
        Slice remaining = paragraph;
        while (!remaining.isEmpty()) {
            RecordTable table = readTable(remaining);
            if (table != null) {
                tables.add(new NamedTable(names.nextName(tables.size()), table));
                return true;
            }
            Slice line = firstLine(remaining);
            Slice trimmed = Json.trim(line);
            boolean isHeading = TableNames.isHeading(trimmed);
            otherLines += isHeading ? 0 : 1;
            otherBytes += line.length();
            if (otherLines > OtherText.MAX_LINES) {
                return false;
            }
            addOther(trimmed);
            remaining = remaining.sub(line.length(), remaining.length());
        }
        return true;
    }

    private void addOther(Slice line) {
        names.addLine(line);
        ByteSink sink = tables.isEmpty() ? textBefore : textAfter;
        sink.ascii(sink.size() == 0 ? "" : "\n").raw(line);
    }

    /** Returns the table that begins a paragraph; null if there is none. */
    private @Nullable RecordTable readTable(Slice paragraph) {
        Slice first = firstLine(paragraph);
        Slice below = paragraph.sub(first.length(), paragraph.length());
        if (below.isEmpty()) {
            return null;
        }
        RuledForm form = RuledForm.detect(removeLineBreak(first), removeLineBreak(firstLine(below)));
        if (form != RuledForm.NONE) {
            Slice rows = withoutFooter(paragraph);
            RecordTable table = readRuledTable(rows, form);
            if (table != null) {
                addFooter(paragraph.sub(rows.length(), paragraph.length()));
            }
            return table;
        }
        FixedColumns columns = FixedColumns.find(paragraph);
        return columns == null ? null : readFixedTable(paragraph, columns);
    }

    /**
     * Returns the table in a text with bars of this form between its columns; null if the rows do not fit
     * each other.
     */
    static @Nullable RecordTable readRuledTable(Slice rows, RuledForm form) {
        return RecordTable.read(
                TableFormat.LABEL, rows, () -> new RuledRows(rows, form), form.hasHeader(), form.minRows());
    }

    private @Nullable RecordTable readFixedTable(Slice paragraph, FixedColumns columns) {
        int minTableRows = columns.hasRule() ? 2 : minRows;
        RecordTable table = RecordTable.read(
                TableFormat.LABEL, paragraph, () -> new FixedRows(paragraph, columns), true, minTableRows);
        return table == null || (!columns.hasRule() && table.hasRepeatedHeader()) ? null : table;
    }

    /** Returns the paragraph up to its last line with a bar between columns. */
    private static Slice withoutFooter(Slice paragraph) {
        int end = paragraph.length();
        for (int footerLines = 0; footerLines < OtherText.MAX_LINES; footerLines++) {
            int start = end - 1;
            while (start > 0 && paragraph.at(start - 1) != '\n') {
                start--;
            }
            Slice line = Json.trim(paragraph.sub(start, end));
            RuledRows.Cells cells = new RuledRows.Cells(RuledForm.FRAMED);
            if (start == 0 || cells.split(line) || RuledForm.isFrame(line)) {
                break;
            }
            end = start;
        }
        return paragraph.sub(0, end);
    }

    private void addFooter(Slice footer) {
        Slice remaining = footer;
        while (!remaining.isEmpty()) {
            Slice line = firstLine(remaining);
            Slice trimmed = Json.trim(line);
            if (!trimmed.isEmpty()) {
                otherLines++;
                otherBytes += trimmed.length();
                textAfter.ascii(textAfter.size() == 0 ? "" : "\n").raw(trimmed);
            }
            remaining = remaining.sub(line.length(), remaining.length());
        }
    }

    private static Slice firstLine(Slice text) {
        int i = 0;
        while (i < text.length() && text.at(i) != '\n') {
            i++;
        }
        return text.sub(0, Math.min(i + 1, text.length()));
    }

    private static Slice removeLineBreak(Slice line) {
        int end = line.length();
        while (end > 0 && (line.at(end - 1) == '\n' || line.at(end - 1) == '\r')) {
            end--;
        }
        return line.sub(0, end);
    }

    List<NamedTable> tables() {
        return tables;
    }

    OtherText otherText() {
        return new OtherText(textBefore.slice(), textAfter.slice());
    }
}
