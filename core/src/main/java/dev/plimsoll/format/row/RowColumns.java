package dev.plimsoll.format.row;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names of the columns of rows, each written as a member name with its colon. */
final class RowColumns {

    private static final String NAME = "name";

    private final List<Slice> names = new ArrayList<>();
    private final Set<String> usedNames = new HashSet<>();

    /** Number for the next column of each repeated name, so that many columns with one name need no search. */
    private final Map<String, Integer> nextNumbers = new HashMap<>();

    private long bytes;
    private boolean hasDistinctNames = true;

    private RowColumns() {}

    /**
     * Reads the names in a list of texts, or of objects with a {@code name}; null if the list has other items, or is empty. The
     * second {@code id} becomes {@code id_2}, and an empty name becomes {@code c} with the number of the column.
     */
    static @Nullable RowColumns read(Slice list) {
        RowColumns columns = new RowColumns();
        Elements elements = Elements.of(list);
        while (elements.next()) {
            Slice name = elements.type() == JsonType.OBJECT ? Members.get(elements.value(), NAME) : elements.value();
            if (name == null || Json.type(name) != JsonType.STRING) {
                return null;
            }
            columns.add(JsonText.unescapeToString(Json.stringInside(name)));
        }
        return columns.names.isEmpty() ? null : columns;
    }

    /** Reads the names in the first row of a list; null if they are not distinct texts. */
    static @Nullable RowColumns readFirstRow(Slice row) {
        Elements cells = Elements.of(row);
        while (cells.next()) {
            if (cells.type() != JsonType.STRING) {
                return null;
            }
        }
        RowColumns columns = read(row);
        return columns == null || !columns.hasDistinctNames ? null : columns;
    }

    private void add(String givenName) {
        String name = givenName.isEmpty() ? numberedName(names.size()) : givenName;
        String uniqueName = name;
        while (!usedNames.add(uniqueName)) {
            uniqueName = name + "_" + nextNumbers.merge(name, 2, (number, first) -> number + 1);
            hasDistinctNames = false;
        }
        Slice memberName = new ByteSink(uniqueName.length() + 3)
                .string(uniqueName)
                .ascii(":")
                .slice();
        names.add(memberName);
        bytes += memberName.length();
    }

    private static String numberedName(int column) {
        return "c" + (column + 1);
    }

    int count() {
        return names.size();
    }

    /** Returns the approximate number of bytes that the names take in one record. */
    long bytes() {
        return bytes;
    }

    /** Returns whether a string is written like the name of a column. */
    boolean isColumnName(int column, Slice string) {
        if (column >= names.size()) {
            return false;
        }
        Slice name = names.get(column);
        return name.length() == string.length() + 1
                && name.sub(0, string.length()).contentEquals(string);
    }

    /** Writes a row as an object. */
    void write(Elements cells, ByteSink out) {
        out.ascii("{");
        for (int i = 0; cells.next(); i++) {
            out.ascii(i == 0 ? "" : ",");
            if (i < names.size()) {
                out.raw(names.get(i));
            } else {
                out.string(numberedName(i)).ascii(":");
            }
            out.raw(cells.value());
        }
        out.ascii("}");
    }
}
