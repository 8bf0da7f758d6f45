package dev.plimsoll.format;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes a value in one phrase: {@code CSV of 3,000 records {id, sku, price}}. */
public final class DataPhrase {

    private static final int MOST_NAMES = 12;
    private static final int LONGEST_NAME = 40;
    private static final int LONGEST_NAMES = 160;

    /** Maximum number of distinct names to collect. With more, the keys are data. */
    private static final int MOST_KNOWN = 300;

    private final Set<String> names = new LinkedHashSet<>();
    private boolean allNamed = true;
    private int items;
    private int objects;
    private @Nullable JsonType only;

    private DataPhrase() {}

    /** Describes data in a text. */
    public static String of(TextRecords data) {
        DataPhrase phrase = new DataPhrase();
        String label = data.data().label();
        if (!data.isList()) {
            phrase.names(data.value());
            return label + " object" + phrase.braced();
        }
        phrase.items(data.value());
        boolean records = phrase.objects == phrase.items;
        return label + " of " + counted(phrase.items, records ? "record" : "item") + phrase.braced()
                + faults(data.data().faults());
    }

    private static String faults(LineErrors faults) {
        int lines = faults.unread() + faults.uneven();
        return lines == 0
                ? ""
                : lines == 1
                        ? ", line " + faults.first() + " is malformed"
                        : ", " + lines + " lines are malformed, the first is " + faults.first();
    }

    /** Describes the input {@code .} of a query: {@code an array of 3,001 objects {id, sku}}. */
    public static String ofInput(Slice value) {
        DataPhrase phrase = new DataPhrase();
        JsonType all = Json.type(value);
        if (all == JsonType.OBJECT) {
            phrase.names(value);
            return "an object" + phrase.braced();
        }
        if (all != JsonType.ARRAY) {
            return "a " + word(all);
        }
        phrase.items(value);
        JsonType type = phrase.only;
        return "an array of " + counted(phrase.items, type == null ? "item" : word(type)) + phrase.braced();
    }

    /** Describes a text without data: {@code text of 240 lines (code)}. */
    public static String ofText(Slice text, int lines) {
        TextType textType = TextTypes.of(text);
        String word = switch (textType) {
            case MARKDOWN -> "Markdown";
            case JSON, JSON_LINES, CSV -> "like " + textType.name().replace('_', ' ');
            default -> textType.name().toLowerCase(Locale.ROOT);
        };
        return "text of " + counted(lines, "line") + " (" + word + ")";
    }

    /** Describes the input {@code .} of a query on a text. */
    public static String ofLines(int lines) {
        return "an array of " + counted(lines, "line") + " of text";
    }

    private static String word(JsonType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String counted(int count, String noun) {
        String plural = noun.equals("null") || count == 1 ? "" : "s";
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, plural);
    }

    private void items(Slice array) {
        Elements elements = Elements.of(array);
        while (elements.next()) {
            JsonType type = elements.type();
            only = items == 0 || only == type ? type : null;
            items++;
            if (type == JsonType.OBJECT) {
                objects++;
                names(elements.members());
            }
        }
    }

    private void names(Slice object) {
        names(Members.of(object));
    }

    private void names(Members members) {
        while (members.next()) {
            boolean named = members.key().length() <= LONGEST_NAME && names.size() < MOST_KNOWN;
            if (named) {
                names.add(members.keyText());
            }
            allNamed &= named;
        }
    }

    /** Returns the names in braces, cut if there are many; empty if there are none. */
    private String braced() {
        if (names.isEmpty()) {
            return "";
        }
        List<String> shown = new ArrayList<>();
        int length = 0;
        Iterator<String> remaining = names.iterator();
        while (remaining.hasNext() && shown.size() < MOST_NAMES && length < LONGEST_NAMES) {
            String name = remaining.next();
            shown.add(name);
            length += name.length();
        }
        return " {" + String.join(", ", shown) + (remaining.hasNext() || !allNamed ? ", …}" : "}");
    }
}
