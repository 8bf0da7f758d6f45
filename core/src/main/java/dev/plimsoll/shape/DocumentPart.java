package dev.plimsoll.shape;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of a document that is the result of one reading.
 *
 * @param bytes a JSON value, or decoded text
 * @param json which of the two
 * @param pointer where it stands in the document
 * @param records the data in a text that this is, with what stands around the text or without it; null where it is none
 */
record DocumentPart(
        Slice bytes,
        boolean json,
        JsonPointer pointer,
        @Nullable TextRecords records) {

    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    DocumentPart(Slice bytes, boolean json, JsonPointer pointer) {
        this(bytes, json, pointer, null);
    }

    static DocumentPart of(Document document) {
        return new DocumentPart(document.bytes(), document.json(), JsonPointer.root());
    }

    /** The part of a document at a pointer, a string as its text; null when there is nothing there. */
    static @Nullable DocumentPart at(Document document, JsonPointer pointer) {
        if (pointer.tokens().isEmpty()) {
            return of(document);
        }
        Slice found = document.json() ? pointer.find(document.bytes()) : null;
        return found == null ? null : of(found, pointer);
    }

    /** The same in a list whose items come as they are asked for. */
    static @Nullable DocumentPart in(LazyRows lazyRows, JsonPointer pointer) {
        String first = pointer.tokens().get(0);
        boolean index = INDEX.matcher(first).matches();
        if (!index || !lazyRows.has(Integer.parseInt(first))) {
            return null;
        }
        JsonPointer inside = JsonPointer.root();
        for (String token : pointer.tokens().subList(1, pointer.tokens().size())) {
            inside = inside.child(token);
        }
        Slice found = inside.find(lazyRows.at(Integer.parseInt(first)));
        return found == null ? null : of(found, pointer);
    }

    /** A value inside the document; a string becomes its decoded text. */
    static DocumentPart of(Slice value, JsonPointer pointer) {
        if (Json.type(value) == JsonType.STRING) {
            return new DocumentPart(Slice.of(JsonText.unescape(Json.stringInside(value))), false, pointer);
        }
        return new DocumentPart(value, true, pointer);
    }

    /** The text from which the data here was read, or the object with that text; the target itself where it is no such data. */
    DocumentPart asItCame() {
        return records == null
                ? this
                : new DocumentPart(records.original().bytes(), records.original().json(), pointer);
    }

    boolean is(JsonType type) {
        return json && Json.type(bytes) == type;
    }
}
