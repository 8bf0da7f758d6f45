package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the records of a list look like, in a line a field: its types, in how many items it is where not in all, and its
 * few distinct values or its range. So a reader knows what it can ask of the items it has not seen.
 */
final class Outline {

    private static final int MOST_ITEMS = 200;
    private static final int MOST_BYTES = 64 * 1024;
    private static final int MOST_FIELDS = 40;
    private static final int MOST_VALUES = 6;
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_VALUE = 24;
    private static final int LONGEST_NUMBER = 30;

    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final int all;
    private int seen;

    private Outline(int all) {
        this.all = all;
    }

    /** The outline of a list of objects; null when it is none, or its objects have too little in common to say it shortly. */
    static @Nullable Outline of(Items items) {
        Outline outline = new Outline(items.count());
        long bytes = 0;
        while (outline.seen < Math.min(items.count(), MOST_ITEMS) && bytes <= MOST_BYTES) {
            Slice item = items.value(outline.seen++);
            bytes += item.length();
            if (Json.type(item) != JsonType.OBJECT || !outline.add(item)) {
                return null;
            }
        }
        return outline.fields.isEmpty() ? null : outline;
    }

    private boolean add(Slice item) {
        Members members = Members.of(item);
        while (members.next()) {
            if (members.key().length() > LONGEST_NAME) {
                return false;
            }
            fields.computeIfAbsent(members.keyText(), name -> new Field()).add(members.value());
            if (fields.size() > MOST_FIELDS) {
                return false;
            }
        }
        return true;
    }

    /** {@code {"name":"what it holds",…}}; with {@code values} the distinct ones and ranges as well. */
    void writeTo(Draft draft, boolean values) {
        draft.ascii("{");
        if (seen < all) {
            draft.name("(seen)")
                    .string("first " + seen + " of " + all + " items")
                    .ascii(",");
        }
        boolean first = true;
        for (Map.Entry<String, Field> field : fields.entrySet()) {
            draft.ascii(first ? "" : ",")
                    .name(field.getKey())
                    .string(field.getValue().said(seen, values));
            first = false;
        }
        draft.ascii("}");
    }

    /** One field over all items seen. */
    private static final class Field {

        private final Set<String> types = new LinkedHashSet<>();
        private final Set<String> values = new LinkedHashSet<>();
        private boolean countable = true;
        private int in;
        private @Nullable BigDecimal least;
        private @Nullable BigDecimal most;

        void add(Slice value) {
            in++;
            JsonType type = Json.type(value);
            types.add(type.name().toLowerCase(Locale.ROOT));
            if (type == JsonType.NUMBER) {
                number(value);
            } else if (type == JsonType.STRING && countable) {
                boolean plain = !JsonText.hasEscapes(Json.stringInside(value));
                countable = plain && value.length() <= LONGEST_VALUE && values.size() <= MOST_VALUES;
                if (countable) {
                    values.add(Json.stringInside(value).utf8());
                }
            }
        }

        private void number(Slice value) {
            if (value.length() > LONGEST_NUMBER) {
                return;
            }
            BigDecimal number = new BigDecimal(value.utf8());
            least = least == null || number.compareTo(least) < 0 ? number : least;
            most = most == null || number.compareTo(most) > 0 ? number : most;
        }

        String said(int items, boolean withValues) {
            StringBuilder said = new StringBuilder(String.join("|", types));
            if (in < items) {
                said.append(" in ").append(in);
            }
            boolean few = countable && !values.isEmpty() && values.size() <= MOST_VALUES && in >= 2 * values.size();
            if (withValues && few) {
                said.append(": ").append(String.join(", ", values));
            } else if (withValues && least != null && most != null && least.compareTo(most) < 0) {
                said.append(' ').append(least).append("..").append(most);
            }
            return said.toString();
        }
    }
}
