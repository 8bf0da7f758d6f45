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
 * Tables in JSON documents. An array is a table. In an object, each member that is an array is a table. If an object has no array,
 * the arrays in its member objects are tables; if some of these arrays have the same name, their tables get the names of the
 * objects. Without any array, the object is the only row of a table. A sheet with rows above its header, {@code {"before": […],
 * "records": […]}}, counts as the array of its records.
 */
final class DocumentTables {

    /** Name of the main table of the document. */
    static final String DATA = "data";

    private static final int MAX_TABLES = 50;
    private static final int MAX_LEVELS = 4;

    private final List<SqlInputTable> tables = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /**
     * Returns the tables of all documents.
     *
     * @param namedDocuments further documents, by the names of their main tables
     */
    static List<SqlInputTable> find(Slice document, Map<String, Slice> namedDocuments) {
        DocumentTables result = new DocumentTables();
        // the names of the main tables of the named documents, which no table of the first document may take
        Set<String> reserved = new HashSet<>();
        namedDocuments.keySet().forEach(name -> SqlNames.makeUnique(name, reserved));
        result.names.addAll(reserved);
        result.add(DATA, Json.trim(document), "");
        result.names.removeAll(reserved);
        namedDocuments.forEach((name, namedDocument) -> result.add(name, Json.trim(namedDocument), name + "_"));
        return result.tables;
    }

    /**
     * Adds the tables of a document.
     *
     * @param name the name of its main table
     * @param prefix the prefix of the names of its other tables
     */
    private void add(String name, Slice document, String prefix) {
        if (Json.type(document) == JsonType.ARRAY) {
            add(name, TableBuilder.ofArray(name, document));
            return;
        }
        ArrayMembers members = ArrayMembers.find(document);
        Slice main = members.findMainArray();
        if (main != null) {
            add(name, TableBuilder.ofArray(name, main));
        } else if (members.arrays.isEmpty()) {
            add(
                    name,
                    Json.type(document) == JsonType.OBJECT
                            ? TableBuilder.ofObject(name, document)
                            : TableBuilder.ofArray(name, Slice.of("[" + document.utf8() + "]")));
        }
        members.arrays.forEach((member, array) -> {
            if (!(prefix + member).equalsIgnoreCase(name)) {
                add(prefix + member, TableBuilder.ofArray(prefix + member, array));
            }
        });
    }

    private void add(String name, SqlInputTable table) {
        if (tables.size() < MAX_TABLES) {
            tables.add(table.withName(SqlNames.makeUnique(name, names)));
        }
    }

    /** Arrays that are members of an object, or of several objects at the same depth. */
    private static final class ArrayMembers {

        private final Map<String, Slice> arrays = new LinkedHashMap<>();
        private final Map<String, Slice> objects = new LinkedHashMap<>();
        private boolean hasEqualNames;

        /** Returns the arrays at the smallest depth that has arrays; none if there are none up to the maximum depth. */
        static ArrayMembers find(Slice document) {
            ArrayMembers level = new ArrayMembers();
            level.collect(document);
            for (int i = 1; i < MAX_LEVELS && level.arrays.isEmpty() && level.objects.size() <= MAX_TABLES; i++) {
                ArrayMembers next = new ArrayMembers();
                level.objects.values().forEach(next::collect);
                level = next.hasEqualNames ? level.nameByObjects() : next;
            }
            return level;
        }

        private void collect(Slice object) {
            if (Json.type(object) != JsonType.OBJECT) {
                return;
            }
            Members members = Members.of(object);
            while (members.next()) {
                Slice value = members.type() == JsonType.OBJECT ? unwrapSheet(members.value()) : members.value();
                String name = JsonText.unescapeToString(members.key());
                if (Json.type(value) == JsonType.ARRAY) {
                    hasEqualNames |= arrays.putIfAbsent(name, value) != null;
                } else if (members.type() == JsonType.OBJECT) {
                    objects.put(objects.containsKey(name) ? name + " " + objects.size() : name, value);
                }
            }
        }

        /** Returns the records of a sheet with rows above its header; any other object unchanged. */
        private static Slice unwrapSheet(Slice object) {
            Slice records = Members.get(object, "records");
            Slice before = records == null ? null : Members.get(object, "before");
            if (records == null || before == null || Members.count(object) != 2) {
                return object;
            }
            boolean isSheet = Json.type(records) == JsonType.ARRAY && Json.type(before) == JsonType.ARRAY;
            return isSheet ? records : object;
        }

        /** Adds an array under a name, with a number if the name is already used. */
        private void add(String name, Slice array) {
            String unique = name;
            for (int number = 2; arrays.putIfAbsent(unique, array) != null; number++) {
                unique = name + "_" + number;
            }
        }

        /** Returns the main array of each object, or all arrays of an object without one, with the name of the object. */
        private ArrayMembers nameByObjects() {
            ArrayMembers named = new ArrayMembers();
            objects.forEach((name, object) -> {
                ArrayMembers nested = new ArrayMembers();
                nested.collect(object);
                Slice main = nested.findMainArray();
                if (main != null) {
                    named.add(name, main);
                } else {
                    nested.arrays.forEach((member, array) -> named.add(name + "_" + member, array));
                }
            });
            return named;
        }

        /** Returns the only array of objects or, if there is no array of objects, the only array; null if there are none or several. */
        @Nullable Slice findMainArray() {
            List<Slice> objectArrays = arrays.values().stream()
                    .filter(array -> {
                        Elements elements = Elements.of(array);
                        return elements.next() && elements.type() == JsonType.OBJECT;
                    })
                    .toList();
            List<Slice> candidates = objectArrays.isEmpty() ? List.copyOf(arrays.values()) : objectArrays;
            return candidates.size() == 1 ? candidates.get(0) : null;
        }
    }
}
