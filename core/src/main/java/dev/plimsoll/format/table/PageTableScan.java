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

    private final List<TextTables.NamedTable> found = new ArrayList<>();
    private final List<TableInfo> tables = new ArrayList<>();
    private final TableNames names = new TableNames();
    private final TableSet data = new TableSet(found, OtherText.NONE);

    private PageTableScan() {}

    /** Finds the tables in a text; null if there are none, too many, or their records are too long. */
    public static @Nullable PageTableScan of(Slice text) {
        PageTableScan page = new PageTableScan();
        boolean isFound = page.scan(text) && !page.tables.isEmpty();
        return isFound && page.data.hasAcceptableSize(text.length()) ? page : null;
    }

    private boolean scan(Slice text) {
        LineScanner lines = new LineScanner(text);
        boolean hasLine = lines.next();
        while (hasLine && tables.size() <= MAX_TABLES) {
            Slice first = lines.content();
            int line = lines.line() - 1;
            hasLine = lines.next();
            RuledForm form = hasLine && canBegin(first) ? RuledForm.of(first, lines.content()) : RuledForm.NONE;
            if (form == RuledForm.NONE) {
                names.addLine(Json.trim(first));
                continue;
            }
            int stop;
            do {
                stop = lines.stop();
                hasLine = lines.next();
            } while (hasLine && RuledForm.isRow(lines.content(), first));
            RecordTable table = TextTables.ruled(new Slice(text.bytes(), first.from(), stop), form);
            if (table != null) {
                add(table, line);
            }
        }
        return tables.size() <= MAX_TABLES;
    }

    private static boolean canBegin(Slice line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.at(i) == '|' || line.at(i) == '+' || RuledRows.isBoxByte(line, i)) {
                return true;
            }
        }
        return false;
    }

    private void add(RecordTable table, int line) {
        String name = names.next(tables.size());
        List<String> columns =
                table.columns().stream().map(JsonText::unescapeToString).toList();
        found.add(new TextTables.NamedTable(name, table));
        tables.add(new TableInfo(name, line, columns, table.records()));
    }

    /** Returns the tables in their order. */
    public List<TableInfo> tables() {
        return List.copyOf(tables);
    }

    /** Returns the records of the first table. */
    public TextData first() {
        return found.get(0).table();
    }

    /** Returns the records of the only table, or an object with the records of each table under its name. */
    public TextData data() {
        return data;
    }
}
