package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.item.ItemSequence;
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
public final class Outline {

    private static final int MAX_ITEMS = 100;
    private static final int MAX_BYTES = 32 * 1024;
    private static final int MAX_FIELDS = 40;
    private static final int MAX_VALUES = 6;
    private static final int MAX_NAME_LENGTH = 60;
    private static final int MAX_VALUE_LENGTH = 24;
    private static final int MAX_NUMBER_LENGTH = 30;

    private final List<Field> fields = new ArrayList<>();
    private final ItemSequence itemSequence;
    private int readItems;

    private Outline(ItemSequence itemSequence) {
        this.itemSequence = itemSequence;
    }

    /**
     * Returns the outline of a list of objects; null if it is not such a list, or its field names are too many or too
     * long.
     */
    public static @Nullable Outline of(ItemSequence itemSequence) {
        Outline outline = new Outline(itemSequence);
        LazyRows lazyRows = itemSequence.rows();
        int maxItems = lazyRows == null ? MAX_ITEMS : Math.min(lazyRows.sampleSize(), MAX_ITEMS);
        long bytes = 0;
        while (outline.readItems < maxItems && itemSequence.has(outline.readItems) && bytes <= MAX_BYTES) {
            Slice item = itemSequence.value(outline.readItems++);
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
            if (members.key().length() > MAX_NAME_LENGTH || fields.size() > MAX_FIELDS) {
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
    private Field field(int position, Slice key) {
        if (position < fields.size() && fields.get(position).key.contentEquals(key)) {
            return fields.get(position);
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
    public void writeTo(AnswerDraft answerDraft, boolean values) {
        answerDraft.ascii("{");
        if (itemSequence.has(readItems)) {
            LazyRows lazyRows = itemSequence.rows();
            String all = lazyRows == null || lazyRows.isTotalExact() ? " of " + itemSequence.total(readItems) : "";
            answerDraft
                    .name("(seen)")
                    .string("first " + readItems + all + " items")
                    .ascii(",");
        }
        boolean first = true;
        for (Field field : fields) {
            answerDraft
                    .ascii(first ? "\"" : ",\"")
                    .raw(field.key)
                    .ascii("\":")
                    .string(field.description(readItems, values));
            first = false;
        }
        answerDraft.ascii("}");
    }

    /** Statistics of one field over the items that were read. */
    private static final class Field {

        private final Slice key;
        private final Set<JsonType> types = EnumSet.noneOf(JsonType.class);
        private final List<Slice> values = new ArrayList<>();
        private boolean hasFewValues = true;
        private int presentIn;
        private @Nullable BigDecimal min;
        private @Nullable BigDecimal max;

        Field(Slice key) {
            this.key = key;
        }

        void add(Slice value) {
            presentIn++;
            JsonType type = Json.type(value);
            types.add(type);
            if (type == JsonType.NUMBER) {
                number(value);
            } else if (type == JsonType.STRING && hasFewValues) {
                Slice inside = Json.stringInside(value);
                hasFewValues = inside.length() <= MAX_VALUE_LENGTH && (values.contains(inside) || addNew(inside));
            }
        }

        private boolean addNew(Slice inside) {
            boolean isListable = values.size() < MAX_VALUES && !JsonText.hasEscapes(inside);
            return isListable && values.add(inside);
        }

        /** Extends the range; ignores numbers with exponents, which can have any size and have no readable range. */
        private void number(Slice value) {
            if (value.length() > MAX_NUMBER_LENGTH || hasExponent(value)) {
                return;
            }
            BigDecimal number = new BigDecimal(value.utf8());
            min = min == null || number.compareTo(min) < 0 ? number : min;
            max = max == null || number.compareTo(max) > 0 ? number : max;
        }

        private static boolean hasExponent(Slice number) {
            for (int i = 0; i < number.length(); i++) {
                if (number.at(i) == 'e' || number.at(i) == 'E') {
                    return true;
                }
            }
            return false;
        }

        String description(int items, boolean withValues) {
            StringBuilder sentence = new StringBuilder();
            types.forEach(type -> sentence.append(sentence.isEmpty() ? "" : "|").append(type.typeName()));
            if (presentIn < items) {
                sentence.append(" in ").append(presentIn);
            }
            boolean isEnumeration = hasFewValues && !values.isEmpty() && presentIn >= 2 * values.size();
            if (withValues && isEnumeration) {
                String names = values.stream().map(Slice::utf8).collect(Collectors.joining(", "));
                sentence.append(": ").append(names);
            } else if (withValues && min != null && max != null && min.compareTo(max) < 0) {
                sentence.append(' ').append(min).append("..").append(max);
            }
            return sentence.toString();
        }
    }
}
