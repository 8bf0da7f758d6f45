package dev.plimsoll.shape.text;

import dev.plimsoll.format.PageTables;
import dev.plimsoll.format.data.TableInfo;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.notice.TextCall;
import dev.plimsoll.shape.outline.SampleQueries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls that query the tables of a text: one call for the first section with a table, and one for all tables if they
 * have the same columns.
 */
final class TableCalls {

    private TableCalls() {}

    /**
     * Returns the calls for a text; empty if it has no tables.
     *
     * @param canQuery whether a query without a path is about this text
     */
    static List<TextCall> of(
            DocumentPart target,
            Slice text,
            boolean canQuery,
            @Nullable TableOfContents contents,
            IndexedResult indexedResult) {
        DocumentPart part = new DocumentPart(text, false, JsonPointer.root());
        PageTables pageTables = indexedResult.sections().tables(part);
        DocumentPart firstTable = pageTables == null || target.section() != null
                ? null
                : indexedResult.sections().firstTableData(part);
        if (pageTables == null || firstTable == null) {
            return List.of();
        }
        List<TableInfo> tables = pageTables.tables();
        DocumentPart list = new DocumentPart(firstTable.bytes(), true, JsonPointer.root());
        List<String> queries =
                SampleQueries.of(indexedResult.items(list.bytes(), JsonPointer.root()), list, indexedResult);
        List<TextCall> calls = new ArrayList<>();
        int headingIndex = contents == null
                ? -1
                : contents.headings().innermostContaining(tables.get(0).line());
        if (headingIndex >= 0) {
            String lastQuery = queries.isEmpty() ? "length" : queries.get(queries.size() - 1);
            calls.add(TextCall.pathQuery("#" + (headingIndex + 1), lastQuery));
        }
        boolean hasEqualColumns = tables.stream()
                .allMatch(table -> table.columns().equals(tables.get(0).columns()));
        if (canQuery && !queries.isEmpty() && hasEqualColumns) {
            calls.add(TextCall.query((tables.size() == 1 ? "" : "[.[][]] | ") + queries.get(0)));
        } else if (headingIndex >= 0) {
            calls.add(TextCall.path("#" + (headingIndex + 1)));
        }
        if (calls.size() < 2) {
            calls.add(TextCall.NEXT_PAGE);
        }
        return calls;
    }
}
