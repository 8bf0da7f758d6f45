package dev.plimsoll.sql;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tables of documents. An array is a table. Of an object, each array member is a table; without one, those of its member
 * objects are, and otherwise the object is the only row of a table.
 */
final class DocumentTables {

    /** Name of the table of the document itself. */
    static final String DATA = "data";

    private static final int MAX_TABLES = 50;
    private static final int MAX_LEVELS = 4;

    private final List<SqlTableData> tables = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /**
     * Returns the tables.
     *
     * @param others further documents, by the names of their tables
     */
    static List<SqlTableData> of(Slice document, Map<String, Slice> others) {
        DocumentTables found = new DocumentTables();
        Set<String> reserved = new HashSet<>();
        others.keySet().forEach(name -> SqlNames.unique(name, reserved));
        found.names.addAll(reserved);
        found.add(DATA, Json.trim(document), "");
        found.names.removeAll(reserved);
        others.forEach((name, other) -> found.add(name, Json.trim(other), name + "_"));
        return found.tables;
    }

    /**
     * Adds the tables of a document.
     *
     * @param name name of its main table
     * @param prefix first part of the names of the tables of its members
     */
    private void add(String name, Slice document, String prefix) {
        if (Json.type(document) == JsonType.ARRAY) {
            add(name, TableBuilder.build(name, document));
            return;
        }
        Level level = Level.find(document);
        Slice main = level.main();
        if (main != null) {
            add(name, TableBuilder.build(name, main));
        } else if (level.arrays.isEmpty()) {
            add(
                    name,
                    Json.type(document) == JsonType.OBJECT
                            ? TableBuilder.ofObject(name, document)
                            : TableBuilder.build(name, Slice.of("[" + document.utf8() + "]")));
        }
        level.arrays.forEach((member, array) -> {
            if (!(prefix + member).equalsIgnoreCase(name)) {
                add(prefix + member, TableBuilder.build(prefix + member, array));
            }
        });
    }

    private void add(String name, SqlTableData table) {
        if (tables.size() < MAX_TABLES) {
            tables.add(table.withName(SqlNames.unique(name, names)));
        }
    }

    /** Arrays that are members of an object, or of objects at the same depth in it. */
    private static final class Level {

        private final Map<String, Slice> arrays = new LinkedHashMap<>();
        private final List<Slice> objects = new ArrayList<>();

        /** Returns the first level that has an array; an empty one if there is none. */
        static Level find(Slice document) {
            Level level = new Level();
            level.collect(document);
            for (int i = 1; i < MAX_LEVELS && level.arrays.isEmpty() && level.objects.size() <= MAX_TABLES; i++) {
                Level next = new Level();
                level.objects.forEach(next::collect);
                level = next;
            }
            return level;
        }

        private void collect(Slice object) {
            if (Json.type(object) != JsonType.OBJECT) {
                return;
            }
            Members members = Members.of(object);
            while (members.next()) {
                if (members.type() == JsonType.ARRAY) {
                    arrays.putIfAbsent(JsonText.unescapeToString(members.key()), members.value());
                } else if (members.type() == JsonType.OBJECT) {
                    objects.add(members.value());
                }
            }
        }

        /** Returns the only array of objects; without arrays of objects, the only array; null if there is no such array. */
        @Nullable Slice main() {
            List<Slice> ofObjects = arrays.values().stream()
                    .filter(array -> {
                        Elements elements = Elements.of(array);
                        return elements.next() && elements.type() == JsonType.OBJECT;
                    })
                    .toList();
            List<Slice> candidates = ofObjects.isEmpty() ? List.copyOf(arrays.values()) : ofObjects;
            return candidates.size() == 1 ? candidates.get(0) : null;
        }
    }
}
