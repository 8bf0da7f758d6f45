package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.format.data.TableInfo;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables with bars between their columns in a text of any length, such as a page of Markdown with
 * headings and prose.
 */
public final class PageTableScan {

    /** Maximum number of tables; a text with more is not read. */
    private static final int MAX_TABLES = 2_000;

    private final List<TextTables.NamedTable> namedTables = new ArrayList<>();
    private final List<TableInfo> tableInfos = new ArrayList<>();
    private final TableNames names = new TableNames();
    private final TableSet tableSet = new TableSet(namedTables, OtherText.NONE);

    private PageTableScan() {}

    /**
     * Finds the tables in a text; null if there are none or too many, or if their records together are much longer than
     * the text.
     */
    public static @Nullable PageTableScan find(Slice text) {
        PageTableScan scan = new PageTableScan();
        boolean hasTables = scan.scan(text) && !scan.tableInfos.isEmpty();
        return hasTables && scan.tableSet.hasAcceptableSize(text.length()) ? scan : null;
    }

    private boolean scan(Slice text) {
        LineScanner lines = new LineScanner(text);
        boolean hasLine = lines.next();
        while (hasLine && tableInfos.size() <= MAX_TABLES) {
            Slice firstLine = lines.content();
            int lineIndex = lines.lineNumber() - 1;
            hasLine = lines.next();
            RuledForm form = hasLine && hasTableCharacter(firstLine)
                    ? RuledForm.detect(firstLine, lines.content())
                    : RuledForm.NONE;
            if (form == RuledForm.NONE) {
                names.addLine(Json.trim(firstLine));
                continue;
            }
            int tableEnd;
            do {
                tableEnd = lines.end();
                hasLine = lines.next();
            } while (hasLine && RuledForm.isRow(lines.content(), firstLine));
            RecordTable table = TextTables.readRuledTable(new Slice(text.bytes(), firstLine.from(), tableEnd), form);
            if (table != null) {
                add(table, lineIndex);
            }
        }
        return tableInfos.size() <= MAX_TABLES;
    }

    /** Returns whether a line has a bar or a corner, without which it cannot be the first line of a table. */
    private static boolean hasTableCharacter(Slice line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.at(i) == '|' || line.at(i) == '+' || RuledRows.isBoxCharacter(line, i)) {
                return true;
            }
        }
        return false;
    }

    private void add(RecordTable table, int lineIndex) {
        String name = names.nextName(tableInfos.size());
        List<String> columns =
                table.columns().stream().map(JsonText::unescapeToString).toList();
        namedTables.add(new TextTables.NamedTable(name, table));
        tableInfos.add(new TableInfo(name, lineIndex, columns, table.recordCount()));
    }

    /** Returns the tables in their order. */
    public List<TableInfo> tables() {
        return List.copyOf(tableInfos);
    }

    /** Returns the records of the first table. */
    public TextData first() {
        return namedTables.get(0).table();
    }

    /** Returns the records of the only table, or an object with the records of each table under its name. */
    public TextData data() {
        return tableSet;
    }
}
