package dev.plimsoll.shape.outline;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.item.ItemSequence;
import dev.plimsoll.shape.notice.JqPath;
import dev.plimsoll.shape.outline.statistics.DistinctCounter;
import dev.plimsoll.shape.outline.statistics.ListStatistics;
import dev.plimsoll.shape.outline.statistics.ObjectStatistics;
import dev.plimsoll.shape.outline.statistics.ScalarStatistics;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sample queries for a list or a map, made from the statistics of its items: sums for the groups of a field
 * with few values, the items with the largest number, the latest items. Each query answers something that the
 * outline does not show.
 */
public final class SampleQueries {

    private static final int MAX_QUERIES = 2;
    private static final int MAX_VALUES = 12;
    private static final int MAX_NAME_LENGTH = 40;
    private static final int MAX_LABELS = 2;
    /** Maximum number of wrappers that a query removes from each item. A wrapper is an object with one member. */
    private static final int MAX_WRAPPERS = 3;

    private static final int MAX_PARSED_STRINGS = 200;
    private static final int MAX_PARSED_BYTES = 256 << 10;

    // lengths of 2026-07 and 2026-07-28
    private static final int MONTH_LENGTH = 7;
    private static final int DAY_LENGTH = 10;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> JQ_WORDS = Set.of(
            "and", "or", "if", "then", "else", "elif", "end", "as", "def", "reduce", "foreach", "try", "catch", "label",
            "import", "include", "not");

    private final String listExpression;
    private final ValueStatistics items;
    private final boolean isMap;
    private final List<QueryField> fields;

    /**
     * A field of the items, or of an object in them.
     *
     * @param parent expression for the object in the items that has the field; empty if the items have it
     */
    private record QueryField(String name, String parent, ValueStatistics values) {

        static QueryField of(ValueStatistics.Field field, String parent) {
            return new QueryField(field.name().utf8(), parent, field.values());
        }

        /** Returns the expression for the value of the field, such as {@code .user.name}. */
        String accessor() {
            return parent + accessorOf(name);
        }

        /** Returns whether the field belongs to an object in the items. */
        boolean isInner() {
            return !parent.isEmpty();
        }

        boolean hasWord(Collection<String> words) {
            return words.contains(FieldWords.last(name));
        }
    }

    private SampleQueries(String listExpression, ValueStatistics items, boolean isMap) {
        this.listExpression = listExpression;
        this.items = items;
        this.isMap = isMap;
        List<QueryField> queryFields = new ArrayList<>();
        for (ValueStatistics.Field field : frequentFields(items)) {
            queryFields.add(QueryField.of(field, ""));
            if (field.values().countOf(JsonType.OBJECT) == items.count()) {
                String parent = accessorOf(field.name().utf8());
                frequentFields(field.values()).forEach(inner -> queryFields.add(QueryField.of(inner, parent)));
            }
        }
        this.fields = List.copyOf(queryFields);
    }

    /** Returns the fields that at least half of the objects have. */
    private static List<ValueStatistics.Field> frequentFields(ValueStatistics objects) {
        return objects.fields().stream()
                .filter(field -> field.name().length() <= MAX_NAME_LENGTH
                        && 2L * field.values().presentIn() >= objects.countOf(JsonType.OBJECT))
                .toList();
    }

    /**
     * Returns queries over the items of a page, the most useful first; empty if there is none.
     *
     * @param target the part of the document that has the items
     */
    public static List<String> of(ItemSequence itemSequence, DocumentPart target, IndexedResult indexedResult) {
        if (itemSequence.rows() != null || itemSequence.count() == 0) {
            return List.of();
        }
        JsonPointer firstPointer = itemSequence.pointer(0);
        String list = JqPath.ofParent(firstPointer);
        if (list.isEmpty()) {
            return List.of();
        }
        if (itemSequence.sourceType() != JsonType.ARRAY) {
            List<String> queries = ofMap(firstPointer.parent(), target, indexedResult);
            return queries.isEmpty() ? List.of(piped(list, "keys")) : queries;
        }
        ValueStatistics items = ListStatistics.of(itemSequence, indexedResult).items();
        ValueStatistics parsedItems =
                items.countOf(JsonType.STRING) == items.count() ? insideStrings(itemSequence) : null;
        return parsedItems == null
                ? ofItems(list, items, false)
                : ofItems(piped(list, "map(fromjson)"), parsedItems, false);
    }

    /**
     * Returns the statistics of the objects that the first items contain, if the items are strings with JSON objects;
     * null otherwise.
     */
    private static @Nullable ValueStatistics insideStrings(ItemSequence strings) {
        ByteSink array = new ByteSink().ascii("[");
        int count = Math.min(strings.count(), MAX_PARSED_STRINGS);
        for (int i = 0; i < count && array.size() < MAX_PARSED_BYTES; i++) {
            Document document = Document.ofText(Json.stringInside(Json.trim(strings.value(i))));
            if (!document.isJson() || !document.hasType(JsonType.OBJECT)) {
                return null;
            }
            array.ascii(i == 0 ? "" : ",").raw(document.bytes());
        }
        return ValueStatistics.of(array.ascii("]").slice()).items();
    }

    /**
     * Returns queries over the members of a map, as records with the member {@code key}; empty if the object is not a
     * map of records.
     */
    public static List<String> ofMap(JsonPointer object, DocumentPart target, IndexedResult indexedResult) {
        String path = JqPath.ofValue(object);
        if (path.isEmpty()) {
            return List.of();
        }
        ValueStatistics members = findMembers(object, target, indexedResult);
        return members == null || members.countOf(JsonType.OBJECT) < members.count()
                ? List.of()
                : ofItems(piped(path, "to_entries | map({key} + .value)"), members, true);
    }

    /** Returns the common statistics of the members of a map; null if the object is not a map, or is inside a list. */
    private static @Nullable ValueStatistics findMembers(
            JsonPointer object, DocumentPart target, IndexedResult indexedResult) {
        List<String> names = object.tokens();
        int depth = target.pointer().tokens().size();
        if (!target.isOfType(JsonType.OBJECT) || names.size() < depth) {
            return null;
        }
        ValueStatistics statistics = ListStatistics.ofPart(target, indexedResult);
        for (String name : names.subList(depth, names.size())) {
            ValueStatistics.Field field = statistics.fields().stream()
                    .filter(each -> each.name().utf8().equals(name))
                    .findFirst()
                    .orElse(null);
            if (field == null) {
                return null;
            }
            statistics = field.values();
        }
        ObjectStatistics objects = statistics.objects();
        return objects == null ? null : objects.members();
    }

    private static List<String> ofItems(String list, ValueStatistics items, boolean isMap) {
        String records = list;
        ValueStatistics unwrapped = items;
        for (int i = 0; i < MAX_WRAPPERS && isWrapper(unwrapped); i++) {
            ValueStatistics.Field onlyField = unwrapped.fields().get(0);
            records = piped(records, "map(" + accessorOf(onlyField.name().utf8()) + ")");
            unwrapped = onlyField.values();
        }
        return new SampleQueries(records, unwrapped, isMap).queries();
    }

    /** Returns whether each item is an object around one object, like the edges of GraphQL. */
    private static boolean isWrapper(ValueStatistics items) {
        List<ValueStatistics.Field> fields = items.fields();
        return items.countOf(JsonType.OBJECT) == items.count()
                && fields.size() == 1
                && fields.get(0).values().countOf(JsonType.OBJECT) == items.count();
    }

    private List<String> queries() {
        if (items.countOf(JsonType.OBJECT) < items.count()) {
            return ofValues();
        }
        List<String> queries = new ArrayList<>();
        QueryField category = findCategory();
        QueryField quantity = findQuantity();
        if (category != null) {
            queries.add(quantity == null ? rarest(category) : grouped(category, quantity));
        }
        if (quantity != null) {
            queries.add(largest(quantity));
        }
        String latest = latest();
        if (!latest.isEmpty()) {
            queries.add(latest);
        }
        return List.copyOf(queries.subList(0, Math.min(MAX_QUERIES, queries.size())));
    }

    /** Returns queries over strings or numbers. */
    private List<String> ofValues() {
        if (items.countOf(JsonType.NUMBER) == items.count()) {
            return List.of(query("{sum: add, min: min, max: max}"));
        }
        return items.countOf(JsonType.STRING) == items.count() ? List.of(query("unique | length")) : List.of();
    }

    private String query(String expression) {
        return piped(listExpression, expression);
    }

    private static String piped(String first, String second) {
        return first.equals(".") ? second : first + " | " + second;
    }

    /**
     * Returns the query for the sum of a quantity in each group. The outline already has the number of items in each
     * group.
     */
    private String grouped(QueryField category, QueryField quantity) {
        String key = member(category, ".[0]" + category.accessor());
        String sum = member(quantity, "map(" + quantity.accessor() + ") | add");
        QueryField unit = findUnit(quantity);
        if (unit == null || unit.equals(category)) {
            return query("group_by(" + category.accessor() + ") | map({" + key + ", " + sum + "})");
        }
        String unitKey = member(unit, ".[0]" + unit.accessor());
        return query("group_by([" + category.accessor() + ", " + unit.accessor() + "]) | map({" + key + ", " + unitKey
                + ", " + sum + "})");
    }

    /** Returns the query for the items with the largest quantity; of the most frequent unit, if there are several. */
    private String largest(QueryField quantity) {
        QueryField unit = findUnit(quantity);
        String filter = unit == null
                ? ""
                : "map(select(" + unit.accessor() + " == \""
                        + unit.values.distinct().byFrequency().get(0).value().utf8() + "\")) | ";
        return query(filter + "sort_by(" + quantity.accessor() + ") | reverse[:5] | map({" + labels(quantity) + "})");
    }

    /** Returns the field with the unit of a quantity, such as its currency; null if the quantity has only one unit. */
    private @Nullable QueryField findUnit(QueryField quantity) {
        return fields.stream()
                .filter(field -> field.parent.equals(quantity.parent)
                        && field.hasWord(FieldWords.UNIT)
                        && isOnly(field.values, JsonType.STRING)
                        && OutlinePhrase.hasValueList(field.values)
                        && field.values.distinct().count() > 1
                        && field.values.distinct().count() <= MAX_VALUES)
                .findFirst()
                .orElse(null);
    }

    /** Returns the query for the items with the rarest value of a field. */
    private String rarest(QueryField category) {
        List<DistinctCounter.Value> values = category.values.distinct().byFrequency();
        String rarestText = values.get(values.size() - 1).value().utf8();
        String value = category.values.countOf(JsonType.STRING) > 0 ? "\"" + rarestText + "\"" : rarestText;
        List<String> shownFields = names(category);
        return query("map(select(" + category.accessor() + " == " + value + ")"
                + (shownFields.size() < 2 ? "" : " | {" + String.join(", ", shownFields) + "}") + ")");
    }

    /** Returns the query for the items of the last month, or of the last day of the only month; else an empty text. */
    private String latest() {
        for (QueryField field : select(each -> times(each) != null)) {
            Slice[] ends = times(field);
            if (ends != null) {
                String earliest = ends[0].utf8();
                String latestTime = ends[1].utf8();
                int length = earliest.regionMatches(0, latestTime, 0, MONTH_LENGTH) ? DAY_LENGTH : MONTH_LENGTH;
                if (!earliest.regionMatches(0, latestTime, 0, length)) {
                    return query("map(select(" + field.accessor() + " >= \"" + latestTime.substring(0, length)
                            + "\") | {" + labels(field) + "})");
                }
            }
        }
        return "";
    }

    /** Returns the first and the last time of a field; null if not all its values are times of one form. */
    private static Slice @Nullable [] times(QueryField field) {
        ScalarStatistics scalars = field.values().scalars();
        return scalars == null || !isOnly(field.values(), JsonType.STRING)
                ? null
                : scalars.times().ends();
    }

    private @Nullable QueryField findCategory() {
        List<QueryField> candidates = select(field -> OutlinePhrase.hasValueList(field.values)
                        && field.values.distinct().count() > 1
                        && field.values.distinct().count() <= MAX_VALUES
                        && times(field) == null)
                .stream()
                // more groups first: their query says more
                .sorted(Comparator.comparingInt(
                        field -> -field.values.distinct().count()))
                .toList();
        return candidates.stream()
                .filter(field -> field.hasWord(FieldWords.CATEGORY))
                .findFirst()
                .orElse(candidates.isEmpty() ? null : candidates.get(0));
    }

    private @Nullable QueryField findQuantity() {
        return firstWithWord(
                select(field -> isOnly(field.values, JsonType.NUMBER)
                        && !field.hasWord(FieldWords.REFERENCE)
                        && field.values.distinct().count() != 1),
                FieldWords.QUANTITY);
    }

    /** Returns the fields of the items that meet a condition; if there are none, the fields of objects in the items. */
    private List<QueryField> select(Predicate<QueryField> condition) {
        List<QueryField> matching = fields.stream().filter(condition).toList();
        List<QueryField> outerFields =
                matching.stream().filter(field -> !field.isInner()).toList();
        return outerFields.isEmpty() ? matching : outerFields;
    }

    /**
     * Returns the field whose name ends with the earliest of these words; the first field if none does; null if there
     * are no fields.
     */
    private static @Nullable QueryField firstWithWord(List<QueryField> candidates, List<String> words) {
        for (String word : words) {
            for (QueryField field : candidates) {
                if (FieldWords.last(field.name).equals(word)) {
                    return field;
                }
            }
        }
        return candidates.isEmpty() ? null : candidates.get(0);
    }

    /**
     * Returns the members of a projection that shows the names of the items and this field, such as {@code title,
     * comments}.
     */
    private String labels(QueryField valueField) {
        List<String> labels = names(valueField);
        labels.add(selected(valueField));
        return String.join(", ", labels);
    }

    /** Returns the members of a projection that name the items; {@code excluded} is not among them. */
    private List<String> names(QueryField excluded) {
        List<String> labels = new ArrayList<>(isMap ? List.of("key") : List.of());
        List<QueryField> candidates = select(field -> isScalar(field.values)
                && FieldWords.LABEL.contains(field.name.toLowerCase(Locale.ROOT))
                && isPlain(field)
                && !field.equals(excluded));
        for (String word : FieldWords.LABEL) {
            for (QueryField field : candidates) {
                if (field.name.equalsIgnoreCase(word) && labels.size() < MAX_LABELS) {
                    labels.add(selected(field));
                }
            }
        }
        if (labels.isEmpty()) {
            select(field -> isScalar(field.values) && isPlain(field) && field.hasWord(FieldWords.LABEL)).stream()
                    .filter(field -> !field.equals(excluded))
                    .findFirst()
                    .ifPresent(field -> labels.add(selected(field)));
        }
        if (labels.isEmpty()) {
            select(field -> isOnly(field.values, JsonType.STRING)
                            && isPlain(field)
                            && !field.equals(excluded)
                            && !OutlinePhrase.hasValueList(field.values))
                    .stream()
                    .findFirst()
                    .ifPresent(field -> labels.add(selected(field)));
        }
        return labels;
    }

    /** Returns the member of a projection that shows a field: {@code title}, or {@code login: .user.login}. */
    private static String selected(QueryField field) {
        return isPlain(field) && !field.isInner() ? field.name : member(field, field.accessor());
    }

    private static boolean isOnly(ValueStatistics values, JsonType type) {
        return values.countOf(type) > 0 && values.countOf(type) + values.countOf(JsonType.NULL) == values.count();
    }

    private static boolean isScalar(ValueStatistics values) {
        return values.countOf(JsonType.OBJECT) == 0 && values.countOf(JsonType.ARRAY) == 0;
    }

    private static String member(QueryField field, String value) {
        return (isPlain(field) ? field.name : "\"" + field.name + "\"") + ": " + value;
    }

    private static String accessorOf(String name) {
        return isPlain(name) ? "." + name : ".\"" + name + "\"";
    }

    private static boolean isPlain(QueryField field) {
        return isPlain(field.name);
    }

    private static boolean isPlain(String name) {
        return PLAIN_NAME.matcher(name).matches() && !JQ_WORDS.contains(name);
    }
}
