package dev.plimsoll.format;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.SameRecords;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.section.PartContents;
import dev.plimsoll.texttype.TextType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes a value in one phrase: {@code CSV of 3,000 records {id, sku, price}}. */
public final class DataPhrase {

    private static final int MAX_NAMES = 12;
    private static final int MAX_NAME_LENGTH = 40;
    private static final int MAX_NAMES_LENGTH = 160;

    /** Maximum number of distinct names to collect. With more, the keys are data. */
    private static final int MAX_KNOWN_NAMES = 300;

    private final Set<String> names = new LinkedHashSet<>();

    /**
     * Keys of the previous object, in their order. Most records have the same keys in the same order, and
     * their names need not be added again.
     */
    private final List<Slice> lastKeys = new ArrayList<>();

    private boolean hasAllNames = true;
    private int items;
    private int objects;

    /** Number of items that stand for malformed lines, as {@code {line, text}}, and are not described. */
    private int unread;

    private @Nullable JsonType onlyType;

    private DataPhrase() {}

    /** Describes data in a text. */
    public static String of(TextRecords data) {
        DataPhrase phrase = new DataPhrase();
        String label = data.data().label();
        if (!data.isList()) {
            phrase.addNames(data.value());
            return data.data().objectPhrase() + phrase.namesInBraces();
        }
        SameRecords known = data.data().sameRecords();
        if (known == null || known.count() == 0) {
            phrase.unread = data.data().lineErrors().unread();
            phrase.addItems(data.value());
        } else {
            phrase.addRecords(known);
        }
        boolean isAllRecords = phrase.objects == phrase.items;
        return label + " of " + countText(phrase.items, isAllRecords ? "record" : "item") + phrase.namesInBraces()
                + errorPhrase(data.data())
                + (data.data().remark().isEmpty() ? "" : ", " + data.data().remark());
    }

    private static String errorPhrase(TextData data) {
        LineErrors errors = data.lineErrors();
        String unit = data.errorUnit();
        int lines = errors.unread() + errors.uneven();
        return lines == 0
                ? ""
                : lines == 1
                        ? ", " + unit + " " + errors.first() + " is malformed"
                        : ", " + lines + " " + unit + "s are malformed, the first is " + errors.first();
    }

    /** Describes the input {@code .} of a query: {@code an array of 3,001 objects {id, sku}}. */
    public static String ofInput(Slice value) {
        DataPhrase phrase = new DataPhrase();
        JsonType all = Json.type(value);
        if (all == JsonType.OBJECT) {
            phrase.addNames(value);
            return "an object" + phrase.namesInBraces();
        }
        if (all != JsonType.ARRAY) {
            return "a " + typeName(all);
        }
        phrase.addItems(value);
        JsonType type = phrase.onlyType;
        return "an array of " + countText(phrase.items, type == null ? "item" : typeName(type))
                + phrase.namesInBraces();
    }

    /** Describes a text without data: {@code text of 240 lines (code)}. */
    public static String ofText(Slice text, TextType textType, int lines) {
        int files = hasFiles(textType) ? PartContents.countFiles(text) : 0;
        String word = files > 0 ? ofFiles(files) : ofType(textType);
        return "text of " + countText(lines, "line") + " (" + word + ")";
    }

    /** Returns whether a text of this type can hold several files. */
    public static boolean hasFiles(TextType textType) {
        return textType != TextType.SNAPSHOT && textType != TextType.LOG;
    }

    /** Returns the number of files in a text; 0 if it does not hold several. */
    public static int countFiles(Slice text) {
        return PartContents.countFiles(text);
    }

    /** Describes a text that holds several files. */
    public static String ofFiles(int files) {
        return countText(files, "file");
    }

    /** Describes the type of a text without data. */
    public static String ofType(TextType textType) {
        return switch (textType) {
            case MARKDOWN -> "Markdown";
            case SNAPSHOT -> "page snapshot";
            case JSON, JSON_LINES, CSV -> "like " + textType.name().replace('_', ' ');
            default -> textType.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Describes the input {@code .} of a query on a text. */
    public static String ofLines(int lines) {
        return "an array of " + countText(lines, "line") + " of text";
    }

    private static String typeName(JsonType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String countText(int count, String noun) {
        String plural = noun.equals("null") || count == 1 ? "" : "s";
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, plural);
    }

    private void addItems(Slice array) {
        Elements elements = Elements.of(array);
        while (elements.next()) {
            JsonType type = elements.type();
            if (unread > 0 && type == JsonType.OBJECT && isUnread(elements.value())) {
                unread--;
                continue;
            }
            onlyType = items == 0 || onlyType == type ? type : null;
            items++;
            if (type == JsonType.OBJECT) {
                objects++;
                addNames(elements.members());
            }
        }
    }

    private void addRecords(SameRecords known) {
        items = known.count();
        objects = items;
        for (int place = 0; place < known.names().size(); place++) {
            addName(known.names().get(place), place);
        }
    }

    /** Returns whether an item is {@code {line, text}}. */
    private static boolean isUnread(Slice item) {
        Members members = Members.of(item);
        return members.next()
                && members.keyIs("line")
                && members.type() == JsonType.NUMBER
                && members.next()
                && members.keyIs("text")
                && members.type() == JsonType.STRING
                && !members.next();
    }

    private void addNames(Slice object) {
        addNames(Members.of(object));
    }

    private void addNames(Members members) {
        for (int place = 0; members.next(); place++) {
            Slice key = members.key();
            boolean hasRoom = names.size() < MAX_KNOWN_NAMES;
            if (hasRoom && place < lastKeys.size() && lastKeys.get(place).contentEquals(key)) {
                continue;
            }
            addName(key, place);
        }
    }

    private void addName(Slice key, int place) {
        boolean isNamed = key.length() <= MAX_NAME_LENGTH && names.size() < MAX_KNOWN_NAMES;
        if (isNamed) {
            names.add(JsonText.unescapeToString(key));
        }
        hasAllNames &= isNamed;
        if (place < lastKeys.size()) {
            lastKeys.set(place, key);
        } else if (place < MAX_KNOWN_NAMES) {
            lastKeys.add(key);
        }
    }

    /** Returns the names in braces, cut if there are many; empty if there are none. */
    private String namesInBraces() {
        if (names.isEmpty()) {
            return "";
        }
        List<String> shown = new ArrayList<>();
        int length = 0;
        Iterator<String> remaining = names.iterator();
        while (remaining.hasNext() && shown.size() < MAX_NAMES && length < MAX_NAMES_LENGTH) {
            String name = remaining.next();
            shown.add(name);
            length += name.length();
        }
        return " {" + String.join(", ", shown) + (remaining.hasNext() || !hasAllNames ? ", …}" : "}");
    }
}
