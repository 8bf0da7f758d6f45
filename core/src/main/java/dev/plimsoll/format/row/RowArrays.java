package dev.plimsoll.format.row;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of rows in a JSON value.
 *
 * @param path the keys that lead to the list
 * @param list the list, a range of the value
 * @param records the rows as records
 */
public record RowArrays(List<String> path, Slice list, RowRecords records) {

    private static final Set<String> COLUMN_NAMES = Set.of("columns", "headers", "fields");
    private static final Set<String> ROW_NAMES = Set.of("rows", "data", "values");
    private static final int MAX_DEPTH = 32;
    private static final int MAX_KEY_BYTES = 200;

    public RowArrays {
        path = List.copyOf(path);
    }

    /**
     * Finds the rows that make up most of a JSON value, and their columns; null if there are none.
     *
     * @param members returns the members of an object
     */
    public static @Nullable RowArrays find(Slice json, Function<Slice, MemberIndex> members) {
        List<String> path = new ArrayList<>();
        Slice value = json;
        for (int depth = 0; depth < MAX_DEPTH && Json.type(value) == JsonType.OBJECT; depth++) {
            MemberIndex memberIndex = members.apply(value);
            RowArrays columnsAndRows = findColumnsAndRows(memberIndex, path, json.length() / 2L);
            if (columnsAndRows != null) {
                return columnsAndRows;
            }
            int dominant = findDominantMember(memberIndex, json.length() / 2L);
            if (dominant < 0) {
                return null;
            }
            path.add(memberIndex.keyText(dominant));
            value = memberIndex.value(dominant);
        }
        RowRecords records = Json.type(value) == JsonType.ARRAY ? RowRecords.readWithHeader(value) : null;
        return records == null ? null : new RowArrays(path, value, records);
    }

    /**
     * Returns the index of the member that has more than {@code minBytes}, half of the whole value; -1 if there is none, or
     * if a path cannot name it.
     */
    private static int findDominantMember(MemberIndex members, long minBytes) {
        for (int i = 0; i < members.count(); i++) {
            if (members.valueLength(i) > minBytes && members.keyLength(i) <= MAX_KEY_BYTES) {
                return members.count(members.keyText(i)) == 1 ? i : -1;
            }
        }
        return -1;
    }

    /**
     * Returns the rows of an object that has a list of columns and a list of rows; null if one of the lists is missing, or if both
     * together do not have more than {@code minBytes}.
     */
    private static @Nullable RowArrays findColumnsAndRows(MemberIndex members, List<String> path, long minBytes) {
        int columnsMember = findOnlyArray(members, COLUMN_NAMES);
        int rowsMember = columnsMember < 0 ? -1 : findOnlyArray(members, ROW_NAMES);
        if (rowsMember < 0 || members.valueLength(columnsMember) + (long) members.valueLength(rowsMember) <= minBytes) {
            return null;
        }
        Slice list = members.value(rowsMember);
        RowColumns columns = startsWithArray(list) ? RowColumns.read(members.value(columnsMember)) : null;
        RowRecords records = columns == null ? null : RowRecords.read(list, columns, false);
        if (records == null) {
            return null;
        }
        List<String> rowsPath = new ArrayList<>(path);
        rowsPath.add(members.keyText(rowsMember));
        return new RowArrays(rowsPath, list, records);
    }

    private static boolean startsWithArray(Slice list) {
        Elements elements = Elements.of(list);
        return elements.next() && elements.type() == JsonType.ARRAY;
    }

    /** Returns the index of the only array with one of these names; -1 if there is none, or several. */
    private static int findOnlyArray(MemberIndex members, Set<String> names) {
        int found = -1;
        for (int i = 0; i < members.count(); i++) {
            boolean isShort = members.keyLength(i) <= "columns".length();
            if (isShort && Json.type(members.value(i)) == JsonType.ARRAY && names.contains(members.keyText(i))) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found;
    }
}
