package dev.plimsoll.documents.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Creates the names of columns from the header rows of a table. */
public final class ColumnNames {

    private ColumnNames() {}

    /**
     * Returns a unique name for each column: its distinct header cells, joined with spaces; {@code cN} if they are
     * empty.
     */
    public static List<String> create(List<List<String>> headers, int width) {
        List<String> names = new ArrayList<>(width);
        Set<String> usedNames = new HashSet<>();
        for (int column = 0; column < width; column++) {
            List<String> distinctTexts = new ArrayList<>();
            for (List<String> row : headers) {
                String cellText = column < row.size() ? row.get(column).strip() : "";
                if (!cellText.isEmpty() && !distinctTexts.contains(cellText)) {
                    distinctTexts.add(cellText);
                }
            }
            String name = distinctTexts.isEmpty() ? "c" + (column + 1) : String.join(" ", distinctTexts);
            String unique = name;
            for (int number = 2; !usedNames.add(unique); number++) {
                unique = name + "_" + number;
            }
            names.add(unique);
        }
        return names;
    }
}
