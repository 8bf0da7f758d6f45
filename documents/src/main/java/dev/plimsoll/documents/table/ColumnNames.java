package dev.plimsoll.documents.table;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Creates the names of columns from the header rows of a table. */
public final class ColumnNames {

    private ColumnNames() {}

    /** Returns a unique name for each column: its distinct header cells, joined with spaces; {@code cN} if they are empty. */
    public static List<String> of(List<List<String>> headers, int width) {
        List<String> names = new ArrayList<>(width);
        Set<String> used = new HashSet<>();
        for (int x = 0; x < width; x++) {
            List<String> parts = new ArrayList<>();
            for (List<String> row : headers) {
                String part = x < row.size() ? row.get(x).strip() : "";
                if (!part.isEmpty() && !parts.contains(part)) {
                    parts.add(part);
                }
            }
            String name = parts.isEmpty() ? "c" + (x + 1) : String.join(" ", parts);
            String unique = name;
            for (int n = 2; !used.add(unique); n++) {
                unique = name + "_" + n;
            }
            names.add(unique);
        }
        return names;
    }
}
