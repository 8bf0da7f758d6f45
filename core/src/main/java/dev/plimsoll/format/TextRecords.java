package dev.plimsoll.format;

import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.row.RowArrays;
import dev.plimsoll.format.row.RowsInText;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.TextFormatName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Document in which the data in a text replaces that text, or records replace rows that are arrays.
 *
 * @param original the text, or the object that the text dominates, as received
 * @param data the data as its format reads it
 * @param path the path of the text in the original, as keys; empty if the original is the text
 * @param source the part of the original from which the data was read: the whole text, the JSON string with the
 *     text, or the list of rows
 * @param replaced the part of the original that the data replaces: the source, or the array with the content
 *     block whose text is the source
 * @param converted the converted document: the original with the data in place of the text
 * @param value the data, as a range of the converted document
 */
public record TextRecords(
        Document original,
        TextData data,
        List<String> path,
        Slice source,
        Slice replaced,
        Slice converted,
        Slice value) {

    private static final Slice TEXT = Slice.of("\"text\"");

    /** Reads the data in a document; null if there is none. */
    public static @Nullable TextRecords find(Document original) {
        return find(original, MemberIndex::of);
    }

    /**
     * Reads the data in a document; null if there is none.
     *
     * @param members returns the members of an object
     */
    public static @Nullable TextRecords find(Document original, Function<Slice, MemberIndex> members) {
        return find(original, members, string -> JsonText.unescapeToSlice(Json.stringInside(string)), null);
    }

    /**
     * Returns the text of the records from the index {@code from} to before {@code to}, to show in place of the text; null if
     * the data is not a list.
     */
    public @Nullable Slice text(int from, int to) {
        return isList() ? data.text(from, to) : null;
    }

    /** Returns the part of the original before the text. */
    public Slice before() {
        return new Slice(original.bytes().bytes(), original.bytes().from(), source.from());
    }

    /** Returns the part of the original after the text. */
    public Slice after() {
        return new Slice(original.bytes().bytes(), source.to(), original.bytes().to());
    }

    /**
     * Reads the data in a document; null if there is none. The data is in a text, or in rows that are arrays.
     *
     * @param members returns the members of an object
     * @param decodeString decodes a JSON string to its text
     * @param format the format in which to read the text; null to recognize it
     */
    public static @Nullable TextRecords find(
            Document original,
            Function<Slice, MemberIndex> members,
            Function<Slice, Slice> decodeString,
            @Nullable TextFormatName format) {
        TextRecords records = findInText(original, members, decodeString, format);
        if (format == TextFormatName.JSON) {
            return records;
        }
        if (records != null) {
            RowArrays rowsInText = RowArrays.find(records.value, members);
            return rowsInText == null ? records : records.withRows(rowsInText);
        }
        RowArrays rows = format == null && original.isJson() ? RowArrays.find(original.bytes(), members) : null;
        return rows == null ? null : of(original, rows.records(), rows.path(), rows.list(), rows.list());
    }

    /** Creates the records of data that was read from a text and replaces all of it. */
    public static TextRecords ofData(Document text, TextData data) {
        return of(text, data, List.of(), text.bytes(), text.bytes());
    }

    private static @Nullable TextRecords findInText(
            Document original,
            Function<Slice, MemberIndex> members,
            Function<Slice, Slice> decodeString,
            @Nullable TextFormatName format) {
        if (!original.isJson()) {
            TextData data = read(original.bytes(), format);
            return data == null ? null : of(original, data, List.of(), original.bytes(), original.bytes());
        }
        DominantValue dominantValue = original.hasType(JsonType.OBJECT)
                ? DominantValue.find(original.bytes(), members.apply(original.bytes()))
                : null;
        Slice source = dominantValue == null
                ? null
                : dominantValue.isArray() ? findOnlyText(dominantValue.value()) : dominantValue.value();
        TextData data = source == null ? null : read(decodeString.apply(source), format);
        return dominantValue == null || source == null || data == null
                ? null
                : of(original, data, dominantValue.path(), source, dominantValue.value());
    }

    /** Returns these records with the rows in their data, which are arrays, as records. */
    private TextRecords withRows(RowArrays rows) {
        List<String> fullPath = new ArrayList<>(path);
        fullPath.addAll(rows.path());
        TextRecords recordsOfRows =
                of(new Document(converted, true), new RowsInText(data, value, rows), fullPath, source, rows.list());
        return new TextRecords(
                original, recordsOfRows.data, fullPath, source, replaced, recordsOfRows.converted, recordsOfRows.value);
    }

    private static @Nullable TextData read(Slice text, @Nullable TextFormatName format) {
        if (format == null) {
            return TextFormats.read(text);
        }
        return format.isText() ? null : TextFormats.readDeclared(text, format);
    }

    /**
     * Returns the text of the only content block in an array, the form that some wrappers of results use; null if there
     * is none.
     */
    private static @Nullable Slice findOnlyText(Slice array) {
        Elements blocks = Elements.of(array);
        Slice block = blocks.next() && blocks.type() == JsonType.OBJECT ? blocks.value() : null;
        if (block == null || blocks.next()) {
            return null;
        }
        Slice type = Members.get(block, "type");
        Slice text = Members.get(block, "text");
        if (type == null || text == null || !type.contentEquals(TEXT)) {
            return null;
        }
        return Json.type(text) == JsonType.STRING ? text : null;
    }

    /** Replaces a part of a document with the data. */
    private static TextRecords of(
            Document original, TextData data, List<String> fullPath, Slice source, Slice replaced) {
        Slice document = original.bytes();
        ByteSink out = new ByteSink(data.size() + document.length() - replaced.length() + 64);
        out.raw(new Slice(document.bytes(), document.from(), replaced.from()));
        int dataStart = out.size();
        data.writeTo(out);
        int dataEnd = out.size();
        out.raw(new Slice(document.bytes(), replaced.to(), document.to()));
        return new TextRecords(original, data, fullPath, source, replaced, out.slice(), out.slice(dataStart, dataEnd));
    }

    /** Returns the data as a document. */
    public Document document() {
        return new Document(value, true);
    }

    /** Returns whether the data is an array. */
    public boolean isList() {
        return document().hasType(JsonType.ARRAY);
    }

    /** Returns the list or text that makes up most of the converted document; null if there is none. */
    public @Nullable DominantValue findDominantValue(Function<Slice, MemberIndex> members) {
        if (isList()) {
            return new DominantValue(path, value);
        }
        DominantValue inner = DominantValue.find(value, members.apply(value));
        if (inner == null) {
            return null;
        }
        List<String> fullPath = new ArrayList<>(path);
        fullPath.addAll(inner.path());
        return new DominantValue(fullPath, inner.value());
    }

    /** Converts a path in the converted document to a path in the data. */
    public JsonPointer toDataPath(JsonPointer pointer) {
        JsonPointer dataPath = JsonPointer.root();
        for (String token :
                pointer.tokens().subList(path.size(), pointer.tokens().size())) {
            dataPath = dataPath.child(token);
        }
        return dataPath;
    }
}
