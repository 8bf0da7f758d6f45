package dev.plimsoll.shape.notice;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.fold.FoldRecord;
import dev.plimsoll.shape.fold.ItemIdentity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Suggested calls for a result. An answer contains the cursor once; these calls refer to it by the name of its
 * field, {@code <nextCursor>} or {@code <cursor>}.
 */
public final class NextCalls {

    /** Number of members above which a read of some fields is suggested. */
    private static final int MAX_NARROW_MEMBERS = 6;

    /** Maximum number of items that are compared to find another value of a field. */
    private static final int MAX_COMPARED = 200;

    private static final int MAX_FIELDS = 4;
    private static final int MAX_FIELD_LENGTH = 40;

    /** Fields that probably have few values. */
    private static final Set<String> CATEGORY_FIELDS =
            Set.of("status", "state", "kind", "type", "category", "priority", "level", "severity", "currency");

    /** Arguments that request an outline, as written in a notice. */
    public static final String OUTLINE_ARGUMENT = "mode = outline";

    private NextCalls() {}

    /**
     * Returns the arguments of a call that reads more of these items than a page has, as a notice shows them,
     * such as {@code fields = id,title}; empty if there is no such call.
     */
    public static String betterArguments(ShapeTask shapeTask, ListedItems items) {
        if (items.rows() != null && !items.rows().canQueryAll()) {
            return "";
        }
        String query = query(items);
        String fields = query.isEmpty() ? String.join(",", fields(shapeTask, items)) : "";
        return query.isEmpty() ? fields.isEmpty() ? OUTLINE_ARGUMENT : "fields = " + fields : "query = " + query;
    }

    /** Writes the call with the advised arguments, and then the call for the next page. */
    public static void forPaging(ShapeTask shapeTask, String advice, AnswerDraft answerDraft) {
        answerDraft.ascii("[");
        if (!advice.isEmpty()) {
            int equalsSign = advice.indexOf(" = ");
            beginCall(shapeTask, answerDraft, "nextCursor").ascii(",").name(advice.substring(0, equalsSign));
            answerDraft.string(advice.substring(equalsSign + 3)).ascii("}},");
        }
        beginCall(shapeTask, answerDraft, "nextCursor").ascii("}}]");
    }

    static void forItems(ShapeTask shapeTask, ListedItems items, AnswerDraft answerDraft) {
        if (Notices.isAboutRepeatedCall(shapeTask.view().leadSentence())) {
            forPaging(shapeTask, betterArguments(shapeTask, items), answerDraft);
            return;
        }
        String fields = shapeTask.view().fields().isEmpty() ? String.join(",", fields(shapeTask, items)) : "";
        String query = query(items);
        String lastPath = items.rows() == null ? items.path(items.count() - 1) : "";
        String separator = "[";
        boolean canCollect = shapeTask.facts().context().collectInfo().isOffered();
        if (query.isEmpty() && canCollect) {
            addCollect(true, beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor"))
                    .ascii("}}");
            separator = ",";
        }
        if (!query.isEmpty()) {
            beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor")
                    .member("query")
                    .string(query);
            addCollect(canCollect, answerDraft).ascii("}}");
            separator = ",";
        }
        if (!fields.isEmpty()) {
            beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor")
                    .member("fields")
                    .string(fields);
            answerDraft.ascii("}}");
            separator = ",";
        }
        if (query.isEmpty() && !lastPath.isEmpty() && lastPath.length() <= MAX_FIELD_LENGTH) {
            writePath(shapeTask, "nextCursor", lastPath, answerDraft.ascii(separator));
            separator = ",";
        }
        if (query.isEmpty() || fields.isEmpty()) {
            beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor").ascii("}}");
        }
        answerDraft.ascii("]");
    }

    /**
     * Writes calls with these queries. If there are fewer than two queries, also writes the call for fewer fields, for
     * the last item, or for the next page.
     */
    public static void forQueries(
            ShapeTask shapeTask, ListedItems items, List<String> queries, AnswerDraft answerDraft) {
        String separator = "[";
        boolean canCollect = shapeTask.facts().context().collectInfo().isOffered();
        if (queries.isEmpty() && canCollect) {
            addCollect(true, beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor"))
                    .ascii("}}");
            separator = ",";
        }
        for (String query : queries) {
            beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor")
                    .member("query")
                    .string(query);
            // only the first query collects, and is then over all pages of the server
            addCollect(canCollect && separator.equals("["), answerDraft).ascii("}}");
            separator = ",";
        }
        if (queries.size() < 2) {
            String fields = String.join(",", fields(shapeTask, items));
            String lastPath = items.path(items.count() - 1);
            if (!fields.isEmpty()) {
                beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor")
                        .member("fields")
                        .string(fields);
                answerDraft.ascii("}}");
            } else if (!lastPath.isEmpty() && lastPath.length() <= MAX_FIELD_LENGTH) {
                writePath(shapeTask, "nextCursor", lastPath, answerDraft.ascii(separator));
            } else if (queries.isEmpty()) {
                beginCall(shapeTask, answerDraft.ascii(separator), "nextCursor").ascii("}}");
            }
        }
        answerDraft.ascii("]");
    }

    public static void forPath(ShapeTask shapeTask, String cursor, String path, AnswerDraft answerDraft) {
        writePath(shapeTask, cursor, path, answerDraft.ascii("["));
        answerDraft.ascii("]");
    }

    private static void writePath(ShapeTask shapeTask, String cursor, String path, AnswerDraft answerDraft) {
        beginCall(shapeTask, answerDraft, cursor).member("path").string(path).ascii("}}");
    }

    /**
     * Writes the calls for a query over the largest shortened part, and for this part.
     *
     * @param mapQuery returns a query over an object that is used as a map; empty for other objects
     */
    public static void forFolds(
            ShapeTask shapeTask,
            List<FoldRecord> folds,
            Function<JsonPointer, String> mapQuery,
            AnswerDraft answerDraft) {
        FoldRecord largestFold =
                folds.stream().max(Comparator.comparingInt(FoldRecord::tokens)).orElseThrow();
        // records that were read from a text are a separate document
        String query = shapeTask.target().records() == null ? query(largestFold, mapQuery) : "";
        answerDraft.ascii("[");
        if (!query.isEmpty()) {
            beginCall(shapeTask, answerDraft, "nextCursor").member("query").string(query);
            answerDraft.ascii("}},");
        }
        writePath(shapeTask, "nextCursor", largestFold.path(), answerDraft);
        if (query.isEmpty()) {
            beginCall(shapeTask, answerDraft.ascii(","), "nextCursor")
                    .member("mode")
                    .string("outline")
                    .ascii("}}");
        }
        answerDraft.ascii("]");
    }

    /** Returns a query over a shortened part, or over the map that contains the part; empty if there is none. */
    private static String query(FoldRecord foldRecord, Function<JsonPointer, String> mapQuery) {
        JsonPointer pointer = JsonPointer.parse(foldRecord.path());
        String part = JqPath.ofValue(pointer);
        if (part.isEmpty()) {
            return mapQuery.apply(pointer.parent());
        }
        if (foldRecord.type().equals(JsonType.ARRAY.typeName())) {
            return part + "[:3]";
        }
        String mapExpression = foldRecord.type().equals(JsonType.OBJECT.typeName()) ? mapQuery.apply(pointer) : "";
        return mapExpression.isEmpty() && foldRecord.type().equals(JsonType.OBJECT.typeName())
                ? part + " | keys"
                : mapExpression;
    }

    /** Writes the calls for a text. */
    public static void forText(ShapeTask shapeTask, List<TextCall> calls, AnswerDraft answerDraft) {
        if (Notices.isAboutRepeatedCall(shapeTask.view().leadSentence())) {
            forPaging(shapeTask, OUTLINE_ARGUMENT, answerDraft);
            return;
        }
        answerDraft.ascii("[");
        for (int i = 0; i < calls.size(); i++) {
            calls.get(i).writeTo(beginCall(shapeTask, answerDraft.ascii(i == 0 ? "" : ","), "nextCursor"));
            answerDraft.ascii("}}");
        }
        answerDraft.ascii("]");
    }

    /**
     * Writes the calls for the next matches and for the content around the first match.
     *
     * @param surroundings arguments of the call for the content around the first match, as members; empty for no such
     * call
     */
    public static void forFound(ShapeTask shapeTask, boolean hasMore, Slice surroundings, AnswerDraft answerDraft) {
        answerDraft.ascii("[");
        if (hasMore) {
            beginCall(shapeTask, answerDraft, "nextCursor").ascii(surroundings.isEmpty() ? "}}" : "}},");
        }
        if (!surroundings.isEmpty()) {
            beginCall(shapeTask, answerDraft, hasMore ? "nextCursor" : "cursor")
                    .ascii(",")
                    .raw(surroundings)
                    .ascii("}}");
        }
        answerDraft.ascii("]");
    }

    /** Adds the argument {@code collect}, which first reads the further pages of the server, if that is offered. */
    private static AnswerDraft addCollect(boolean canCollect, AnswerDraft answerDraft) {
        return canCollect ? answerDraft.member("collect").bool(true) : answerDraft;
    }

    private static AnswerDraft beginCall(ShapeTask shapeTask, AnswerDraft answerDraft, String cursor) {
        answerDraft.ascii("{").member("tool").string(shapeTask.facts().readTool());
        return answerDraft.member("arguments").ascii("{").member("cursor").string("<" + cursor + ">");
    }

    /**
     * Returns a query that counts the records whose category field has the value of the first record, such as
     * {@code [.[] | select(.state? == "open")] | length}; empty if there is no such field.
     */
    private static String query(ListedItems items) {
        Slice first = items.value(0);
        String list = items.sourceType() == JsonType.ARRAY ? JqPath.ofAllItems(items.pointer(0)) : "";
        if (list.isEmpty() || Json.type(first) != JsonType.OBJECT) {
            return "";
        }
        Members members = Members.of(first);
        while (members.next()) {
            Slice value = members.value();
            boolean isShortString = Json.type(value) == JsonType.STRING && value.length() <= MAX_FIELD_LENGTH;
            if (isShortString
                    && members.key().length() <= MAX_FIELD_LENGTH
                    && CATEGORY_FIELDS.contains(members.keyText())
                    && canAnswer(items.rows(), members.keyText())
                    && isPlain(Json.stringInside(value).utf8())
                    && hasOtherValue(items, members.keyText(), value)) {
                return "[" + list + " | select(." + members.keyText() + "? == " + value.utf8() + ")] | length";
            }
        }
        return "";
    }

    /** Returns whether one of the first items has another value of a field; true for items that are read on demand. */
    private static boolean hasOtherValue(ListedItems items, String field, Slice firstValue) {
        int end = Math.min(items.count(), MAX_COMPARED);
        boolean isFound = items.rows() != null;
        for (int i = 1; i < end && !isFound; i++) {
            Slice item = items.value(i);
            Slice other = Json.type(item) == JsonType.OBJECT ? Members.get(item, field) : null;
            isFound = other == null || !other.contentEquals(firstValue);
        }
        return isFound;
    }

    private static boolean canAnswer(@Nullable LazyRows lazyRows, String field) {
        return lazyRows == null
                || lazyRows.canQueryAll()
                || lazyRows.filterFields().contains(field);
    }

    /** Returns some identifying fields of wide records, for a read that shows only these fields. */
    private static List<String> fields(ShapeTask shapeTask, ListedItems items) {
        Slice firstItem = items.value(0);
        List<String> identifyingFields = new ArrayList<>();
        // the cursor for one of several blocks reads all blocks, and other blocks do not have these fields
        boolean isOneBlock = shapeTask.view().path().isEmpty()
                && !shapeTask.target().pointer().tokens().isEmpty();
        if (isOneBlock || Json.type(firstItem) != JsonType.OBJECT) {
            return identifyingFields;
        }
        ItemIdentity itemIdentity = ItemIdentity.of(shapeTask.policy());
        int memberCount = 0;
        Members members = Members.of(firstItem);
        while (members.next()) {
            memberCount++;
            if (identifyingFields.size() < MAX_FIELDS
                    && members.key().length() <= MAX_FIELD_LENGTH
                    && isPlain(members.keyText())) {
                JsonType type = Json.type(members.value());
                boolean isScalar = type != JsonType.OBJECT && type != JsonType.ARRAY;
                if (isScalar && itemIdentity.identifies(members.keyText(), members.value())) {
                    identifyingFields.add(members.keyText());
                }
            }
        }
        boolean isUseful = identifyingFields.stream().anyMatch(field -> !ItemIdentity.isId(field));
        return isUseful && memberCount > MAX_NARROW_MEMBERS && items.sourceType() == JsonType.ARRAY
                ? identifyingFields
                : List.of();
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c == '_' || c == '-' || Character.isLetterOrDigit(c));
    }
}
