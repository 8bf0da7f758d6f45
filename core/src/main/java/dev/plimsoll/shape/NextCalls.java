package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ready-to-send calls for this very result. The cursor is spelled once in an answer; here it is named, as
 * {@code <nextCursor>}.
 */
final class NextCalls {

    private static final int MANY_MEMBERS = 6;
    private static final int MOST_FIELDS = 4;
    private static final int LONGEST_FIELD = 40;

    /** Fields that have few values, most likely. */
    private static final Set<String> SORTING =
            Set.of("status", "state", "kind", "type", "category", "priority", "level", "severity", "currency");

    /** What a notice says of asking for an outline. */
    static final String OUTLINE = "mode = outline";

    private NextCalls() {}

    /** The arguments, as a notice spells them, that get more of these items than a page does; empty when there are none. */
    static String narrowing(Task task, Items items) {
        if (items.rows() != null && !items.rows().walkable()) {
            return "";
        }
        String query = query(items);
        String fields = query.isEmpty() ? String.join(",", fields(task, items)) : "";
        return query.isEmpty() ? fields.isEmpty() ? OUTLINE : "fields = " + fields : "query = " + query;
    }

    /** The call with the arguments that a notice spells so, and then the one that reads on. */
    static void forWalk(Task task, String advice, Draft draft) {
        draft.ascii("[");
        if (!advice.isEmpty()) {
            int equals = advice.indexOf(" = ");
            open(task, draft, "nextCursor").ascii(",").name(advice.substring(0, equals));
            draft.string(advice.substring(equals + 3)).ascii("}},");
        }
        open(task, draft, "nextCursor").ascii("}}]");
    }

    static void forItems(Task task, Items items, Draft draft) {
        if (Notices.isRepeated(task.view().told())) {
            forWalk(task, narrowing(task, items), draft);
            return;
        }
        open(task, draft.ascii("["), "nextCursor").ascii("}}");
        String fields = String.join(",", fields(task, items));
        if (!fields.isEmpty() && task.view().fields().isEmpty()) {
            open(task, draft.ascii(","), "nextCursor").ascii(",\"fields\":").string(fields);
            draft.ascii("}}");
        }
        String query = query(items);
        String last = items.rows() == null ? items.path(items.count() - 1) : "";
        if (!query.isEmpty()) {
            open(task, draft.ascii(","), "nextCursor").ascii(",\"query\":").string(query);
            draft.ascii("}}");
        } else if (!last.isEmpty() && last.length() <= LONGEST_FIELD) {
            path(task, "nextCursor", last, draft.ascii(","));
        }
        draft.ascii("]");
    }

    static void forPath(Task task, String cursor, String path, Draft draft) {
        path(task, cursor, path, draft.ascii("["));
        draft.ascii("]");
    }

    private static void path(Task task, String cursor, String path, Draft draft) {
        open(task, draft, cursor).ascii(",\"path\":").string(path).ascii("}}");
    }

    static void forFolds(Task task, List<Fold> folds, Draft draft) {
        open(task, draft.ascii("["), "nextCursor").ascii("}}");
        for (int i = 0; i < Math.min(2, folds.size()); i++) {
            path(task, "nextCursor", folds.get(i).path(), draft.ascii(","));
        }
        draft.ascii("]");
    }

    /** The next chunk, what a text most likely was fetched for, and what it looks like as a whole. */
    static void forText(Task task, String find, Draft draft) {
        if (Notices.isRepeated(task.view().told())) {
            forWalk(task, OUTLINE, draft);
            return;
        }
        open(task, draft.ascii("["), "nextCursor").ascii("}}");
        if (!find.isEmpty()) {
            open(task, draft.ascii(","), "nextCursor").ascii(",\"find\":").string(find);
            draft.ascii("}}");
        }
        open(task, draft.ascii(","), "nextCursor").ascii(",\"mode\":\"outline\"}}]");
    }

    /** The next matches, and what stands around the first: further arguments as JSON, or nothing. */
    static void forFound(Task task, boolean more, String around, Draft draft) {
        draft.ascii("[");
        if (more) {
            open(task, draft, "nextCursor").ascii(around.isEmpty() ? "}}" : "}},");
        }
        if (!around.isEmpty()) {
            open(task, draft, more ? "nextCursor" : "cursor")
                    .ascii(",")
                    .raw(Slice.of(around))
                    .ascii("}}");
        }
        draft.ascii("]");
    }

    private static Draft open(Task task, Draft draft, String cursor) {
        draft.ascii("{\"tool\":").string(task.about().readTool());
        return draft.ascii(",\"arguments\":{\"cursor\":\"<" + cursor + ">\"");
    }

    /** How many records are like the first in what sorts them: an example of a question to all of them. Empty when there is none. */
    private static String query(Items items) {
        Slice first = items.value(0);
        String list = items.source() == JsonType.ARRAY ? JqPath.of(items.pointer(0)) : "";
        if (list.isEmpty() || Json.type(first) != JsonType.OBJECT) {
            return "";
        }
        Members members = Members.of(first);
        while (members.next()) {
            Slice value = members.value();
            boolean word = Json.type(value) == JsonType.STRING && value.length() <= LONGEST_FIELD;
            if (word
                    && members.key().length() <= LONGEST_FIELD
                    && SORTING.contains(members.keyText())
                    && answers(items.rows(), members.keyText())
                    && isPlain(Json.stringInside(value).utf8())) {
                return "[" + list + " | select(." + members.keyText() + "? == " + value.utf8() + ")] | length";
            }
        }
        return "";
    }

    private static boolean answers(@Nullable Rows rows, String field) {
        return rows == null || rows.walkable() || rows.filters().contains(field);
    }

    /** Some telling fields of wide records, so that a narrow reading is one copy away. */
    private static List<String> fields(Task task, Items items) {
        Slice first = items.value(0);
        List<String> telling = new ArrayList<>();
        // of one block among others the fields are not those of the blocks, which a cursor alone leads to
        boolean ofBlock = task.view().path().isEmpty()
                && !task.target().pointer().tokens().isEmpty();
        if (ofBlock || Json.type(first) != JsonType.OBJECT) {
            return telling;
        }
        Identity identity = Identity.of(task.policy());
        int all = 0;
        Members members = Members.of(first);
        while (members.next()) {
            all++;
            if (telling.size() < MOST_FIELDS && members.key().length() <= LONGEST_FIELD && isPlain(members.keyText())) {
                JsonType type = Json.type(members.value());
                boolean scalar = type != JsonType.OBJECT && type != JsonType.ARRAY;
                if (scalar && identity.knows(members.keyText(), members.value())) {
                    telling.add(members.keyText());
                }
            }
        }
        return all > MANY_MEMBERS && items.source() == JsonType.ARRAY ? telling : List.of();
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c == '_' || c == '-' || Character.isLetterOrDigit(c));
    }
}
