package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Value in the original document, with which the pages of an answer are compared page by page. */
final class ExpectedValue {

    private final String path;
    private final Slice value;
    private final boolean isJson;
    private @Nullable Slice text;
    private @Nullable List<Slice> items;
    private int position;
    private @Nullable String difference;

    private final @Nullable Slice rawDocument;

    /**
     * Finds the value at a path.
     *
     * @param records data that Plimsoll has recognized in a text of the document; null if there is none
     */
    ExpectedValue(Document document, @Nullable TextRecords records, String path) {
        Slice data = records == null ? null : find(records.value(), path);
        Slice dataInContext = records == null ? null : find(records.converted(), path);
        this.path = path;
        // pages of the root show the data together with the surrounding text; a path is first resolved in the data
        // alone
        Slice valueInRecords = path.isEmpty() || data == null ? dataInContext : data;
        Slice target = valueInRecords == null
                ? document.isJson() ? find(document.bytes(), path) : document.bytes()
                : valueInRecords;
        this.value = target == null ? document.bytes().sub(0, 0) : target;
        this.isJson = document.isJson() || valueInRecords != null;
        this.rawDocument = valueInRecords != null && path.isEmpty() ? document.bytes() : null;
        this.difference = target == null ? "there is no value at " + path : null;
    }

    private static @Nullable Slice find(Slice json, String path) {
        return JsonPointer.parse(path).find(json);
    }

    String path() {
        return path;
    }

    /** Returns the text of a JSON string; any other value unchanged. */
    static Slice textOf(Slice value) {
        return Json.type(value) == JsonType.STRING ? Slice.of(JsonText.unescape(Json.stringInside(value))) : value;
    }

    private Slice text() {
        Slice result = text;
        if (result == null) {
            result = isJson ? textOf(value) : value;
            text = result;
        }
        return result;
    }

    /**
     * Returns whether an answer shows the complete value, as JSON or as the text of a string.
     *
     * @param isShownJson whether the answer shows JSON
     */
    boolean isShownBy(Slice shown, boolean isShownJson) {
        return (rawDocument != null && shown.contentEquals(rawDocument))
                || shown.contentEquals(text())
                || (isShownJson && Json.trim(shown).contentEquals(isJson ? compact(value) : value));
    }

    /** Compares the next chunk of a text. Chunks of a JSON string may show the text, or the JSON with its quotes. */
    void compareText(Slice chunk) {
        if (position == 0 && !hasPrefix(text(), chunk) && hasPrefix(value, chunk)) {
            text = value;
        }
        Slice expected = text();
        int end = position + chunk.length();
        if (end > expected.length() || !expected.sub(position, end).contentEquals(chunk)) {
            recordDifference("the text differs after byte " + position);
        }
        position = Math.min(end, expected.length());
    }

    private static boolean hasPrefix(Slice text, Slice start) {
        return start.length() <= text.length() && text.sub(0, start.length()).contentEquals(start);
    }

    /**
     * Compares the next items.
     *
     * @param shown the items of a page
     * @param first index of the first item, from 0
     * @param shortened indices of items that the page shows shortened, which are not compared
     */
    void compareItems(ItemIndex shown, long first, Set<Long> shortened) {
        List<Slice> expected = expectedItems();
        if (first != position) {
            recordDifference("items " + (position + 1) + " to " + first + " are missing or repeated");
        }
        position = (int) first;
        for (int i = 0; i < shown.count(); i++, position++) {
            boolean isEqual =
                    position < expected.size() && shown.item(i).contentEquals(compact(expected.get(position)));
            if (!isEqual && !shortened.contains((long) position) && !isOmittedBinary(shown.item(i))) {
                recordDifference("item " + (position + 1) + " differs");
            }
        }
    }

    /** Returns JSON without white space between tokens, as in answers. */
    private static Slice compact(Slice json) {
        return new ByteSink(json.length()).json(json).slice();
    }

    /**
     * Returns whether an item is the text that replaces an image or another binary block in a list of content
     * blocks.
     */
    private boolean isOmittedBinary(Slice item) {
        Slice text = Json.type(item) == JsonType.OBJECT ? Members.get(item, "text") : null;
        return path.isEmpty() && text != null && text.utf8().contains(" bytes, left out: ");
    }

    private List<Slice> expectedItems() {
        List<Slice> result = items;
        if (result == null) {
            result = new ArrayList<>();
            if (!value.isEmpty() && Json.type(value) == JsonType.ARRAY) {
                ItemIndex index = ItemIndex.of(value);
                for (int i = 0; i < index.count(); i++) {
                    result.add(index.item(i));
                }
            } else if (!value.isEmpty() && Json.type(value) == JsonType.OBJECT) {
                addMembers(result);
            }
            items = result;
        }
        return result;
    }

    /** Adds the members of an object as {@code {"key":…,"value":…}}, the form that they have on pages. */
    private void addMembers(List<Slice> target) {
        Members members = Members.of(value);
        while (members.next()) {
            JsonWriter json =
                    new JsonWriter(members.key().length() + members.value().length() + 32);
            json.beginObject().rawString("key", members.key()).raw("value", members.value());
            target.add(json.endObject().slice());
        }
    }

    /** Records a difference, if it is the first. */
    private void recordDifference(String message) {
        difference = difference == null ? message : difference;
    }

    /** Returns the first difference; null if there is none. Called after all pages were compared. */
    @Nullable String difference() {
        if (difference != null) {
            return difference;
        }
        int length = items != null ? items.size() : text().length();
        return position == length
                ? null
                : "the end is missing: " + position + " of " + length + (items != null ? " items" : " bytes");
    }
}
