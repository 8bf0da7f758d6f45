package dev.plimsoll.shape;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.section.TextSection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a document that one read returns.
 *
 * @param bytes a JSON value, or decoded text
 * @param isJson whether the bytes are JSON
 * @param pointer position in the document
 * @param records the data that was read from a text, if this part consists of that data, alone or with the content
 * around it; null otherwise
 * @param section the section of a text, if this part is one; null otherwise
 */
public record DocumentPart(
        Slice bytes,
        boolean isJson,
        JsonPointer pointer,
        @Nullable TextRecords records,
        @Nullable TextSection section) {

    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    public DocumentPart(Slice bytes, boolean isJson, JsonPointer pointer) {
        this(bytes, isJson, pointer, null, null);
    }

    public DocumentPart(Slice bytes, boolean isJson, JsonPointer pointer, @Nullable TextRecords records) {
        this(bytes, isJson, pointer, records, null);
    }

    public static DocumentPart of(Document document) {
        return new DocumentPart(document.bytes(), document.isJson(), JsonPointer.root());
    }

    /** Returns the part of a document at a pointer; null if there is none. A string becomes its decoded text. */
    public static @Nullable DocumentPart at(Document document, JsonPointer pointer) {
        if (pointer.tokens().isEmpty()) {
            return of(document);
        }
        Slice value = document.isJson() ? pointer.find(document.bytes()) : null;
        return value == null ? null : of(value, pointer);
    }

    /** Returns the part at a pointer in a list whose items are read on demand; null if there is none. */
    public static @Nullable DocumentPart inRows(LazyRows lazyRows, JsonPointer pointer) {
        String firstToken = pointer.tokens().get(0);
        boolean isIndex = INDEX.matcher(firstToken).matches();
        if (!isIndex || !lazyRows.has(Integer.parseInt(firstToken))) {
            return null;
        }
        JsonPointer pathInItem = JsonPointer.root();
        for (String token : pointer.tokens().subList(1, pointer.tokens().size())) {
            pathInItem = pathInItem.child(token);
        }
        Slice value = pathInItem.find(lazyRows.at(Integer.parseInt(firstToken)));
        return value == null ? null : of(value, pointer);
    }

    /** Creates a part from a value in the document; a string becomes its decoded text. */
    public static DocumentPart of(Slice value, JsonPointer pointer) {
        if (Json.type(value) == JsonType.STRING) {
            return new DocumentPart(Slice.of(JsonText.unescape(Json.stringInside(value))), false, pointer);
        }
        return new DocumentPart(value, true, pointer);
    }

    /**
     * Returns the text from which the data of this part was read, or the object that contains the text. Returns this
     * part if its data was not read from a text.
     */
    public DocumentPart original() {
        return records == null
                ? this
                : new DocumentPart(
                        records.original().bytes(), records.original().isJson(), pointer);
    }

    /** Returns the path that selects this part. */
    public String path() {
        return section == null ? pointer.toString() : section.path();
    }

    /** Returns the number of lines of the text before this part; 0 if it is not a section. */
    public int linesBefore() {
        return section == null ? 0 : section.lines().first();
    }

    public boolean isOfType(JsonType type) {
        return isJson && Json.type(bytes) == type;
    }
}
