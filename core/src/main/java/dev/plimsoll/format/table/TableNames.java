package dev.plimsoll.format.table;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Names of the tables in a text: the heading above each, or its number. The second {@code Prices} is {@code Prices_2}.
 */
final class TableNames {

    /** Maximum length of a line that names a table because it ends with a colon. */
    private static final int MAX_TITLE_BYTES = 80;

    /** Maximum length of the name from a heading of Markdown; a longer heading is cut. */
    private static final int MAX_HEADING_BYTES = 200;

    private final Set<String> usedNames = new HashSet<>();
    private final Map<String, Integer> nextNumbers = new HashMap<>();
    private String title = "";

    /** Returns whether a line without white space around it is a heading of Markdown. */
    static boolean isHeading(Slice line) {
        return line.length() > 1 && line.at(0) == '#';
    }

    /**
     * Adds a line between tables, without white space around it. A heading, or a short line that ends with a colon,
     * names the next table.
     */
    void addLine(Slice line) {
        boolean isShort = !line.isEmpty() && line.length() <= MAX_TITLE_BYTES;
        if (isHeading(line) || (isShort && line.at(line.length() - 1) == ':')) {
            boolean isShortHeading = line.length() <= MAX_HEADING_BYTES;
            Slice heading = isShortHeading ? line : line.sub(0, Utf8.floor(line, MAX_HEADING_BYTES));
            title = heading.utf8().replaceAll("^#+\\s*|\\s*:$|\\s*#+$", "");
        }
    }

    /** Returns the name of the next table, which comes after {@code tablesBefore} other tables. */
    String nextName(int tablesBefore) {
        String baseName = title.isEmpty() ? "table" + (tablesBefore + 1) : title;
        title = "";
        String name = baseName;
        while (!usedNames.add(name)) {
            name = baseName + "_" + nextNumbers.merge(baseName, 2, (number, first) -> number + 1);
        }
        return name;
    }
}
