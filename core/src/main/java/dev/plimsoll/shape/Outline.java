package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A short description of the records of a list. Each field has its types, the number of items that have it if not all
 * do, and its distinct values if they are few, or its range. It tells a model which fields it can query in items that
 * it has not seen.
 */
final class Outline {

    private static final int MOST_ITEMS = 100;
    private static final int MOST_BYTES = 32 * 1024;
    private static final int MOST_FIELDS = 40;
    private static final int MOST_VALUES = 6;
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_VALUE = 24;
    private static final int LONGEST_NUMBER = 30;

    private final List<Field> fields = new ArrayList<>();
    private final ItemSequence itemSequence;
    private int seen;

    private Outline(ItemSequence itemSequence) {
        this.itemSequence = itemSequence;
    }

    /**
     * Returns the outline of a list of objects; null if it is not such a list, or its field names are too many or too
     * long.
     */
    static @Nullable Outline of(ItemSequence itemSequence) {
        Outline outline = new Outline(itemSequence);
        LazyRows lazyRows = itemSequence.rows();
        int most = lazyRows == null ? MOST_ITEMS : Math.min(lazyRows.sample(), MOST_ITEMS);
        long bytes = 0;
        while (outline.seen < most && itemSequence.has(outline.seen) && bytes <= MOST_BYTES) {
            Slice item = itemSequence.value(outline.seen++);
            bytes += item.length();
            if (Json.type(item) != JsonType.OBJECT || !outline.add(item)) {
                return null;
            }
        }
        return outline.fields.isEmpty() ? null : outline;
    }

    private boolean add(Slice item) {
        Members members = Members.of(item);
        for (int i = 0; members.next(); i++) {
            if (members.key().length() > LONGEST_NAME || fields.size() > MOST_FIELDS) {
                return false;
            }
            field(i, members.key()).add(members.value());
        }
        return true;
    }

    /**
     * Returns the field with this name. Looks at the same position first, because most records have the same field
     * order.
     */
    private Field field(int place, Slice key) {
        if (place < fields.size() && fields.get(place).key.contentEquals(key)) {
            return fields.get(place);
        }
        for (Field field : fields) {
            if (field.key.contentEquals(key)) {
                return field;
            }
        }
        Field field = new Field(key);
        fields.add(field);
        return field;
    }

    /**
     * Writes {@code {"name":"description",…}}; with {@code values}, descriptions include distinct values and ranges.
     */
    void writeTo(AnswerDraft answerDraft, boolean values) {
        answerDraft.ascii("{");
        if (itemSequence.has(seen)) {
            LazyRows lazyRows = itemSequence.rows();
            String all = lazyRows == null || lazyRows.exact() ? " of " + itemSequence.total(seen) : "";
            answerDraft.name("(seen)").string("first " + seen + all + " items").ascii(",");
        }
        boolean first = true;
        for (Field field : fields) {
            answerDraft.ascii(first ? "\"" : ",\"").raw(field.key).ascii("\":").string(field.said(seen, values));
            first = false;
        }
        answerDraft.ascii("}");
    }

    /** Statistics of one field over the items that were read. */
    private static final class Field {

        private final Slice key;
        private final Set<JsonType> types = EnumSet.noneOf(JsonType.class);
        private final List<Slice> values = new ArrayList<>();
        private boolean countable = true;
        private int in;
        private @Nullable BigDecimal least;
        private @Nullable BigDecimal most;

        Field(Slice key) {
            this.key = key;
        }

        void add(Slice value) {
            in++;
            JsonType type = Json.type(value);
            types.add(type);
            if (type == JsonType.NUMBER) {
                number(value);
            } else if (type == JsonType.STRING && countable) {
                Slice inside = Json.stringInside(value);
                countable = inside.length() <= LONGEST_VALUE && (values.contains(inside) || isNew(inside));
            }
        }

        private boolean isNew(Slice inside) {
            boolean room = values.size() < MOST_VALUES && !JsonText.hasEscapes(inside);
            return room && values.add(inside);
        }

        /** Extends the range; ignores numbers with exponents, which can have any size and have no readable range. */
        private void number(Slice value) {
            if (value.length() > LONGEST_NUMBER || hasExponent(value)) {
                return;
            }
            BigDecimal number = new BigDecimal(value.utf8());
            least = least == null || number.compareTo(least) < 0 ? number : least;
            most = most == null || number.compareTo(most) > 0 ? number : most;
        }

        private static boolean hasExponent(Slice number) {
            for (int i = 0; i < number.length(); i++) {
                if (number.at(i) == 'e' || number.at(i) == 'E') {
                    return true;
                }
            }
            return false;
        }

        String said(int items, boolean withValues) {
            StringBuilder said = new StringBuilder();
            types.forEach(type -> said.append(said.isEmpty() ? "" : "|").append(type.word()));
            if (in < items) {
                said.append(" in ").append(in);
            }
            boolean few = countable && !values.isEmpty() && in >= 2 * values.size();
            if (withValues && few) {
                String names = values.stream().map(Slice::utf8).collect(Collectors.joining(", "));
                said.append(": ").append(names);
            } else if (withValues && least != null && most != null && least.compareTo(most) < 0) {
                said.append(' ').append(least).append("..").append(most);
            }
            return said.toString();
        }
    }
}
