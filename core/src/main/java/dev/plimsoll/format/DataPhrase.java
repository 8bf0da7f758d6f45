package dev.plimsoll.format;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UniformRecords;
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

    /** Maximum number of distinct names to collect. An object with more is a map whose keys are data. */
    private static final int MAX_KNOWN_NAMES = 300;

    private final Set<String> names = new LinkedHashSet<>();

    /**
     * Keys of the previous object, in order. Most records have the same keys in the same order, so a comparison shows that
     * their names are known.
     */
    private final List<Slice> previousKeys = new ArrayList<>();

    private boolean areAllNamesCollected = true;
    private int itemCount;
    private int objectCount;

    /** Number of items {@code {line, text}}, which contain malformed lines, that are still to be skipped. */
    private int unreadableLinesToSkip;

    /** Type of all items; null if they have several types, or none was added. */
    private @Nullable JsonType commonType;

    private DataPhrase() {}

    /** Describes data in a text. */
    public static String describe(TextRecords records) {
        DataPhrase phrase = new DataPhrase();
        String label = records.data().label();
        if (!records.isList()) {
            phrase.addNames(records.value());
            return records.data().objectPhrase() + phrase.namesInBraces();
        }
        UniformRecords uniformRecords = records.data().uniformRecords();
        if (uniformRecords == null || uniformRecords.count() == 0) {
            phrase.unreadableLinesToSkip = records.data().lineErrors().unreadableLines();
            phrase.addItems(records.value());
        } else {
            phrase.addRecords(uniformRecords);
        }
        boolean areAllRecords = phrase.objectCount == phrase.itemCount;
        return label + " of " + countText(phrase.itemCount, areAllRecords ? "record" : "item") + phrase.namesInBraces()
                + errorPhrase(records.data())
                + (records.data().remark().isEmpty()
                        ? ""
                        : ", " + records.data().remark());
    }

    private static String errorPhrase(TextData data) {
        LineErrors errors = data.lineErrors();
        String unit = data.errorUnit();
        int malformedCount = errors.unreadableLines() + errors.unevenRecords();
        return malformedCount == 0
                ? ""
                : malformedCount == 1
                        ? ", " + unit + " " + errors.firstLine() + " is malformed"
                        : ", " + malformedCount + " " + unit + "s are malformed, the first is " + errors.firstLine();
    }

    /** Describes the input {@code .} of a query: {@code an array of 3,001 objects {id, sku}}. */
    public static String describeInput(Slice value) {
        DataPhrase phrase = new DataPhrase();
        JsonType inputType = Json.type(value);
        if (inputType == JsonType.OBJECT) {
            phrase.addNames(value);
            return "an object" + phrase.namesInBraces();
        }
        if (inputType != JsonType.ARRAY) {
            return "a " + typeName(inputType);
        }
        phrase.addItems(value);
        JsonType itemType = phrase.commonType;
        return "an array of " + countText(phrase.itemCount, itemType == null ? "item" : typeName(itemType))
                + phrase.namesInBraces();
    }

    /** Describes a text without data: {@code text of 240 lines (code)}. */
    public static String describeText(Slice text, TextType textType, int lines) {
        int files = canHaveFiles(textType) ? PartContents.countFiles(text) : 0;
        String typePhrase = files > 0 ? describeFiles(files) : describeType(textType);
        return "text of " + countText(lines, "line") + " (" + typePhrase + ")";
    }

    /** Returns whether a text of this type can contain several files. */
    public static boolean canHaveFiles(TextType textType) {
        return textType != TextType.SNAPSHOT && textType != TextType.LOG;
    }

    /** Returns the number of files in a text; 0 if the text does not contain several. */
    public static int countFiles(Slice text) {
        return PartContents.countFiles(text);
    }

    /** Describes a text that contains several files. */
    public static String describeFiles(int files) {
        return countText(files, "file");
    }

    /** Describes the type of a text without data. */
    public static String describeType(TextType textType) {
        return switch (textType) {
            case MARKDOWN -> "Markdown";
            case SNAPSHOT -> "page snapshot";
            case JSON, JSON_LINES, CSV -> "like " + textType.name().replace('_', ' ');
            default -> textType.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Describes the input {@code .} of a query on a text. */
    public static String describeLines(int lines) {
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
            if (unreadableLinesToSkip > 0 && type == JsonType.OBJECT && isUnreadableLine(elements.value())) {
                unreadableLinesToSkip--;
                continue;
            }
            commonType = itemCount == 0 || commonType == type ? type : null;
            itemCount++;
            if (type == JsonType.OBJECT) {
                objectCount++;
                addNames(elements.members());
            }
        }
    }

    private void addRecords(UniformRecords uniformRecords) {
        itemCount = uniformRecords.count();
        objectCount = itemCount;
        for (int memberIndex = 0; memberIndex < uniformRecords.names().size(); memberIndex++) {
            addName(uniformRecords.names().get(memberIndex), memberIndex);
        }
    }

    /** Returns whether an item is {@code {line, text}}. */
    private static boolean isUnreadableLine(Slice item) {
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
        for (int memberIndex = 0; members.next(); memberIndex++) {
            Slice key = members.key();
            boolean canAddName = names.size() < MAX_KNOWN_NAMES;
            if (canAddName
                    && memberIndex < previousKeys.size()
                    && previousKeys.get(memberIndex).contentEquals(key)) {
                continue;
            }
            addName(key, memberIndex);
        }
    }

    private void addName(Slice key, int memberIndex) {
        boolean isCollected = key.length() <= MAX_NAME_LENGTH && names.size() < MAX_KNOWN_NAMES;
        if (isCollected) {
            names.add(JsonText.unescapeToString(key));
        }
        areAllNamesCollected &= isCollected;
        if (memberIndex < previousKeys.size()) {
            previousKeys.set(memberIndex, key);
        } else if (memberIndex < MAX_KNOWN_NAMES) {
            previousKeys.add(key);
        }
    }

    /** Returns the names in braces, cut if there are many; empty if there are none. */
    private String namesInBraces() {
        if (names.isEmpty()) {
            return "";
        }
        List<String> shownNames = new ArrayList<>();
        int length = 0;
        Iterator<String> remaining = names.iterator();
        while (remaining.hasNext() && shownNames.size() < MAX_NAMES && length < MAX_NAMES_LENGTH) {
            String name = remaining.next();
            shownNames.add(name);
            length += name.length();
        }
        return " {" + String.join(", ", shownNames) + (remaining.hasNext() || !areAllNamesCollected ? ", …}" : "}");
    }
}
