package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of all values at one position of a document: types, counts, minimum and maximum, and the statistics of
 * nested values. Counts are exact. Names and values are stored up to a limit, so that memory does not grow with the
 * document.
 */
public final class ValueStatistics {

    private static final int TYPES = JsonType.values().length;
    private static final int MAX_DEPTH = 24;
    private static final int MAX_FIELDS = 300;
    private static final int MAX_NODES = 3000;
    private static final int MAX_NAME_LENGTH = 120;
    private static final int MAX_DATE_LENGTH = 35;
    private static final int LONG_TEXT = 1000;

    private final int[] types = new int[TYPES];
    private final int[] nodes;
    private final DistinctCounter distinctCounter = new DistinctCounter();
    private final NumberRange numbers = new NumberRange();
    private final Map<Slice, ValueStatistics> byName = new HashMap<>();
    private final List<Field> fields = new ArrayList<>();
    private @Nullable ValueStatistics items;
    private @Nullable Slice firstString;
    private @Nullable TextOutline text;
    private @Nullable Slice firstDate;
    private @Nullable Slice lastDate;
    private boolean dates = true;
    private int strings;
    private long shortest = Long.MAX_VALUE;
    private long longest;
    private long itemCount;
    private long bytes;
    private int unnamed;
    private int count;
    private int presentIn;
    private int lastObject = -1;

    /** The statistics for one name, as it was written, without quotes. */
    public record Field(Slice name, ValueStatistics values) {}

    private ValueStatistics(int[] nodes) {
        this.nodes = nodes;
        nodes[0]++;
    }

    public static ValueStatistics of(Slice value) {
        ValueStatistics valueStatistics = new ValueStatistics(new int[1]);
        JsonType type = Json.type(value);
        valueStatistics.addType(type);
        if (type == JsonType.ARRAY) {
            valueStatistics.array(Elements.of(value), 0);
        } else if (type == JsonType.OBJECT) {
            valueStatistics.object(Members.of(value), 0);
        } else {
            valueStatistics.scalar(type, Json.trim(value));
        }
        valueStatistics.bytes = value.length();
        valueStatistics.finish();
        return valueStatistics;
    }

    /** Finishes statistics that need all values, at every level. */
    private void finish() {
        distinctCounter.finish();
        Slice onlyString = strings == 1 ? firstString : null;
        if (onlyString != null && onlyString.length() > LONG_TEXT) {
            Slice decoded = Slice.of(JsonText.unescape(Json.stringInside(onlyString)));
            text = TextOutline.of(decoded, LineIndex.of(decoded));
        }
        if (items != null) {
            items.finish();
        }
        fields.forEach(field -> field.values.finish());
    }

    @SuppressWarnings("EnumOrdinal") // array index for speed: called for every value
    private void addType(JsonType type) {
        count++;
        types[type.ordinal()]++;
    }

    private void array(Elements elements, int depth) {
        long length = 0;
        ValueStatistics itemStatistics = items == null ? new ValueStatistics(nodes) : items;
        items = itemStatistics;
        while (elements.next()) {
            length++;
            JsonType type = elements.type();
            itemStatistics.addType(type);
            if (depth < MAX_DEPTH && type == JsonType.ARRAY) {
                itemStatistics.array(elements.elements(), depth + 1);
            } else if (depth < MAX_DEPTH && type == JsonType.OBJECT) {
                itemStatistics.object(elements.members(), depth + 1);
            } else {
                itemStatistics.scalar(type, elements.value());
            }
            itemStatistics.bytes += elements.valueLength();
        }
        itemCount += length;
        length(length);
    }

    private void object(Members members, int depth) {
        int object = of(JsonType.OBJECT);
        for (int position = 0; members.next(); position++) {
            ValueStatistics field = field(position, members.key());
            if (field == null) {
                unnamed++;
                continue;
            }
            field.presentIn += field.lastObject == object ? 0 : 1;
            field.lastObject = object;
            field.member(members, depth);
        }
    }

    private void member(Members members, int depth) {
        JsonType type = members.type();
        addType(type);
        if (depth < MAX_DEPTH && type == JsonType.ARRAY) {
            array(members.elements(), depth + 1);
        } else if (depth < MAX_DEPTH && type == JsonType.OBJECT) {
            object(members.members(), depth + 1);
        } else {
            scalar(type, members.value());
        }
        bytes += members.valueLength();
    }

    /**
     * Returns the statistics of a field; null if there are too many fields or the name is too long. Looks at the same
     * position first, because most records have the same field order.
     */
    private @Nullable ValueStatistics field(int position, Slice key) {
        if (position < fields.size()) {
            Field likely = fields.get(position);
            if (likely.name.contentEquals(key)) {
                return likely.values;
            }
        }
        Slice name = JsonText.hasEscapes(key) ? Slice.of(JsonText.unescape(key)) : key;
        ValueStatistics existing = byName.get(name);
        boolean hasSpace = fields.size() < MAX_FIELDS && nodes[0] < MAX_NODES && key.length() <= MAX_NAME_LENGTH;
        if (existing == null && hasSpace) {
            existing = new ValueStatistics(nodes);
            byName.put(name, existing);
            fields.add(new Field(key, existing));
        }
        return existing;
    }

    private void scalar(JsonType type, Slice value) {
        if (type == JsonType.STRING) {
            string(value);
        } else if (type == JsonType.NUMBER) {
            numbers.add(value);
            distinctCounter.add(value);
        } else if (type == JsonType.BOOLEAN) {
            distinctCounter.add(value);
        }
    }

    private void string(Slice value) {
        Slice inside = new Slice(value.bytes(), value.from() + 1, value.to() - 1);
        firstString = strings++ == 0 ? value : firstString;
        distinctCounter.add(inside);
        length(JsonText.codePoints(inside));
        dates = dates && isDate(inside);
        if (dates) {
            firstDate = firstDate == null || compare(inside, firstDate) < 0 ? inside : firstDate;
            lastDate = lastDate == null || compare(inside, lastDate) > 0 ? inside : lastDate;
        }
    }

    private void length(long length) {
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
    }

    /** Returns whether a text is a date such as {@code 2026-01-15}, alone or followed by a time. */
    private static boolean isDate(Slice text) {
        if (text.length() < 10 || text.length() > MAX_DATE_LENGTH) {
            return false;
        }
        byte[] b = text.bytes();
        int from = text.from();
        for (int i = 0; i < 10; i++) {
            byte c = b[from + i];
            boolean isDash = i == 4 || i == 7;
            if (isDash ? c != '-' : (c < '0' || c > '9')) {
                return false;
            }
        }
        return text.length() == 10 || b[from + 10] == 'T' || b[from + 10] == ' ';
    }

    private static int compare(Slice a, Slice b) {
        return Arrays.compare(a.bytes(), a.from(), a.to(), b.bytes(), b.from(), b.to());
    }

    @SuppressWarnings("EnumOrdinal") // index as in note
    public int of(JsonType type) {
        return types[type.ordinal()];
    }

    /** Returns the number of all values at this position. */
    public int count() {
        return count;
    }

    /** Returns the number of parent objects that have this field. */
    int presentIn() {
        return presentIn;
    }

    long bytes() {
        return bytes;
    }

    public List<Field> fields() {
        return fields;
    }

    /** Returns the number of members whose names were too many or too long to store. */
    int unnamed() {
        return unnamed;
    }

    public @Nullable ValueStatistics items() {
        return items;
    }

    long itemCount() {
        return itemCount;
    }

    public DistinctCounter distinct() {
        return distinctCounter;
    }

    NumberRange numbers() {
        return numbers;
    }

    /** Returns the outline of the only string at this position; null unless there is exactly one, and it is long. */
    @Nullable TextOutline text() {
        return text;
    }

    /** Returns the first and the last date; null if not all strings are dates. */
    Slice @Nullable [] dates() {
        return dates && firstDate != null && lastDate != null ? new Slice[] {firstDate, lastDate} : null;
    }

    /** Returns the minimum and maximum length: characters of strings, items of arrays. */
    long[] lengths() {
        return new long[] {shortest, longest};
    }
}
