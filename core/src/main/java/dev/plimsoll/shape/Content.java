package dev.plimsoll.shape;

import dev.plimsoll.find.Matches;
import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Workers;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.Dominance;
import dev.plimsoll.model.Part;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.view.View;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One kept result, opened: its parts, its document, which texts are copies, and what cutting found out so far, so that a
 * further page costs the same whatever the size of the whole. Safe for use by many threads.
 */
public final class Content {

    private static final Integer ALL_PARTS = -1;

    /** Outlines, searches and queries that are remembered; each may take as much memory as an index. */
    private static final int MOST_SOUGHT = 2;

    /** Bytes of a block among several from which on data in it are worth a look. */
    private static final int LEAST_BLOCK = 1024;

    private static final long MOST_OUTPUT = 64 << 10;
    private static final long BYTES_AN_OUTPUT = 32;

    private final ToolResult result;
    private final Document document;
    private final BitSet copies;
    private final @Nullable Rows rows;
    private final Workers workers;
    private final Bounds bounds = new Bounds();
    private final Memo<Integer, Document> texts = new Memo<>();
    private final Memo<Integer, Optional<TextRecords>> records = new Memo<>();
    private final Memo<Where, String> phrases = new Memo<>();
    private final Memo<Place, Optional<Target>> targets = new Memo<>();
    private final Memo<Where, Slice> strings = new Memo<>();
    private final Memo<Where, Optional<Dominance>> dominances = new Memo<>();
    private final Memo<Where, MemberIndex> indexes = new Memo<>();
    private final Memo<Where, ItemIndex> lists = new Memo<>();
    private final Memo<Where, Items> items = new Memo<>();
    private final Memo<Where, LineIndex> lines = new Memo<>();
    private final Memo<Where, KeyCounts> counts = new Memo<>();
    private final Memo<Where, List<OutlinePiece>> outlines = new Memo<>(MOST_SOUGHT);
    private final Memo<Sought, Matches> matches = new Memo<>(MOST_SOUGHT);
    private final Memo<Sought, QueryOutputs> outputs = new Memo<>(MOST_SOUGHT);

    /**
     * A result and its document.
     *
     * @param copies the text blocks that only repeat its structured content
     * @param rows where the items of a list come from, of which the document is but the beginning; null where it is all
     * @param workers count long texts
     */
    public Content(ToolResult result, Document document, BitSet copies, @Nullable Rows rows, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        this.result = result;
        this.document = document;
        this.copies = (BitSet) copies.clone();
    }

    public ToolResult result() {
        return result;
    }

    /** What paths, searches and queries refer to: the data in the text, where there is some. */
    public Document document() {
        TextRecords data = records(View.DOCUMENT);
        return data != null ? data.document() : isList() ? blocks() : document;
    }

    /** The document as it came: what lines and sizes refer to. */
    Document original() {
        return document;
    }

    /** Bytes of the data that was read from texts: they are held beside what is kept. */
    @SuppressWarnings("ReferenceEquality") // the very document that came
    public long bytesRead() {
        TextRecords data = records(View.DOCUMENT);
        long inBlocks = isList() && blocks() != document ? blocks().bytes().length() : 0;
        return data == null ? inBlocks : data.whole().length();
    }

    /** The data in the text of the document, or of one content block; null where there is none. */
    @Nullable TextRecords records(int part) {
        return records.of(part, () -> Optional.ofNullable(findRecords(part))).orElse(null);
    }

    private @Nullable TextRecords findRecords(int part) {
        Document text = own(part);
        boolean small = part != View.DOCUMENT
                && result.parts().size() > 1
                && text.bytes().length() < LEAST_BLOCK;
        if (result.error() || rows != null || small) {
            return null;
        }
        return TextRecords.in(
                text, object -> Dominance.of(object, index(object)), string -> decoded(string, JsonPointer.root()));
    }

    boolean isCopy(int part) {
        return copies.get(part);
    }

    /** The first text block that repeats the structured content, or -1. */
    int firstCopy() {
        return copies.nextSetBit(0);
    }

    Workers workers() {
        return workers;
    }

    Bounds bounds() {
        return bounds;
    }

    /** The document in one text block. */
    Document text(int part) {
        Slice inside = result.parts().get(part).text();
        if (inside == null) {
            throw new IllegalArgumentException("part " + part + " has no text");
        }
        return texts.of(part, () -> Document.ofText(inside));
    }

    /** What data in a text are, in a phrase. */
    String phrase(TextRecords data) {
        return phrases.of(where(data.value(), JsonPointer.root()), () -> DataPhrase.of(data));
    }

    /** The document as it came, or a content block by itself. */
    private Document own(int part) {
        if (part == View.DOCUMENT) {
            return document;
        }
        Part block = result.parts().get(part);
        return block.text() == null ? new Document(block.raw(), true) : text(part);
    }

    /** Whether the document is the list of several content blocks. */
    private boolean isList() {
        return result.structured() == null && result.parts().size() > 1;
    }

    /** All content blocks as one array, with data in the place of texts. */
    Document blocks() {
        return texts.of(ALL_PARTS, this::findBlocks);
    }

    private Document findBlocks() {
        Document plain = isList() ? document : Document.ofBlocks(result);
        ItemIndex values = ItemIndex.of(plain.bytes());
        ByteSink out = new ByteSink(16).ascii("[");
        boolean read = false;
        for (int i = 0; i < values.count(); i++) {
            TextRecords data = result.parts().get(i).text() == null ? null : records(i);
            read |= data != null;
            out.ascii(i == 0 ? "" : ",").raw(data == null ? values.item(i) : data.whole());
        }
        return read ? new Document(out.ascii("]").slice(), true) : plain;
    }

    /** Where the items of the document come from, if that is what the target is; null where all of it is there. */
    @Nullable Rows rows(Target target) {
        return target.pointer().tokens().isEmpty() ? rows : null;
    }

    /** Bytes of the whole document, about or exactly. */
    long size() {
        return rows == null ? document.bytes().length() : rows.bytes();
    }

    /**
     * The part of the document, or of a content block, that a view is of; null when there is nothing there. A pointer is
     * tried in the data first, then in what stands around it, then in the original.
     */
    @Nullable Target target(JsonPointer pointer, View view) {
        boolean read = !view.readsText();
        Place place = new Place(
                Math.max(View.DOCUMENT, view.part()),
                pointer.toString(),
                read,
                view.mode().seeks());
        return targets.of(place, () -> Optional.ofNullable(findTarget(pointer, place)))
                .orElse(null);
    }

    private @Nullable Target findTarget(JsonPointer pointer, Place place) {
        Document original = place.part == View.DOCUMENT && place.read && isList() ? blocks() : own(place.part);
        Rows source = pointer.tokens().isEmpty() || place.part != View.DOCUMENT ? null : rows;
        if (source != null) {
            return Target.in(source, pointer);
        }
        TextRecords data = records(place.part);
        if (data == null) {
            return Target.at(original, pointer);
        }
        if (pointer.tokens().isEmpty()) {
            Slice shown = place.seeks ? data.value() : data.whole();
            return place.read ? new Target(shown, true, pointer, data) : Target.of(original);
        }
        Target asItCame = place.read ? null : Target.at(original, pointer);
        Target inData = asItCame == null ? Target.at(data.document(), pointer) : asItCame;
        Target around = inData == null ? Target.at(new Document(data.whole(), true), pointer) : inData;
        return around == null ? Target.at(original, pointer) : around;
    }

    /** One block of several, where it stands among them. */
    Target block(int part) {
        TextRecords data = records(part);
        Document own = own(part);
        JsonPointer at = JsonPointer.root().child(part);
        return data == null ? new Target(own.bytes(), own.json(), at) : new Target(data.whole(), true, at, data);
    }

    /** The array or string that makes up over half of an object. */
    @Nullable Dominance dominance(Target object) {
        return dominances
                .of(where(object.bytes(), object.pointer()), () -> Optional.ofNullable(findDominance(object)))
                .orElse(null);
    }

    private @Nullable Dominance findDominance(Target object) {
        TextRecords data = object.records();
        return data != null && data.whole().isSameRange(object.bytes())
                ? data.dominance(this::index)
                : Dominance.of(object.bytes(), index(object.bytes()));
    }

    /** The items of the list that dominates an object; data in a text have their places in that. */
    Items items(Target object, Slice list, JsonPointer at) {
        TextRecords data = object.records();
        if (data == null) {
            return items(list, at);
        }
        boolean inList = !object.pointer().tokens().isEmpty();
        return new RecordItems(items(list, inList ? at : data.inData(at)), data);
    }

    MemberIndex index(Slice object) {
        return indexes.of(where(object, JsonPointer.root()), () -> {
            CheckedJson checked = document.checked();
            MemberIndex known = checked == null ? null : checked.members(object);
            return known == null ? MemberIndex.of(object) : known;
        });
    }

    /** The text of a string value. */
    Slice decoded(Slice string, JsonPointer at) {
        return strings.of(where(string, at), () -> Target.of(string, at).bytes());
    }

    Items items(Slice array, JsonPointer at) {
        Rows source = at.tokens().isEmpty() ? rows : null;
        return source != null
                ? LiveItems.of(source)
                : items.of(where(array, at), () -> new ArrayItems(list(array), at));
    }

    ItemIndex list(Slice array) {
        return lists.of(where(array, JsonPointer.root()), () -> {
            CheckedJson checked = document.checked();
            ItemIndex known = checked == null ? null : checked.items(array);
            return known == null ? ItemIndex.of(array) : known;
        });
    }

    Items members(Slice object, JsonPointer at) {
        return items.of(where(object, at), () -> new MemberItems(index(object), counts(object), at));
    }

    KeyCounts counts(Slice object) {
        return counts.of(where(object, JsonPointer.root()), () -> KeyCounts.of(object));
    }

    /** Whether there is nothing in the result but one image, audio or blob. */
    boolean isBinary() {
        boolean one = result.structured() == null && result.parts().size() == 1;
        return one && result.parts().get(0).isBinary();
    }

    /** Whether a part of that view is the list of all content blocks. */
    boolean isBlocks(Target target, int part) {
        boolean whole = target.json()
                && target.pointer().tokens().isEmpty()
                && result.parts().size() > 1;
        return whole && (part == View.BLOCKS || (part == View.DOCUMENT && result.structured() == null));
    }

    /** What a query over a part has given, worked out by {@code finder} the first time. */
    QueryOutputs outputs(Target part, String query, Supplier<QueryOutputs> finder) {
        Sought sought = new Sought(where(part.bytes(), part.pointer()), query);
        return outputs.of(
                sought,
                finder,
                given -> ownBytes(given, part) <= MOST_OUTPUT + part.bytes().length() / 2L);
    }

    /** Of what is no range of the part itself. */
    private static long ownBytes(QueryOutputs given, Target part) {
        long bytes = given.count() * BYTES_AN_OUTPUT;
        for (int i = 0; i < given.count(); i++) {
            bytes += given.get(i).sharesBytesWith(part.bytes())
                    ? 0
                    : given.get(i).length();
        }
        return bytes;
    }

    /** Where something was found in a part, found by {@code finder} the first time. */
    Matches matches(Target part, String sought, Supplier<Matches> finder) {
        return matches.of(new Sought(where(part.bytes(), part.pointer()), sought), finder);
    }

    /** What a part looks like, found out by {@code finder} the first time. */
    List<OutlinePiece> outline(Target part, Supplier<List<OutlinePiece>> finder) {
        return outlines.of(where(part.bytes(), part.pointer()), finder);
    }

    LineIndex lines(Slice text) {
        return lines.of(where(text, JsonPointer.root()), () -> LineIndex.of(text));
    }

    private static Where where(Slice range, JsonPointer at) {
        return new Where(range.bytes(), range.from(), range.to(), at);
    }

    private record Sought(Where where, String what) {}

    /** A part of the document or of a block, as a reader asks for it. */
    private record Place(int part, String pointer, boolean read, boolean seeks) {}

    /** A range of one very array: arrays compare by identity here, which is what is meant. */
    private record Where(byte[] bytes, int from, int to, JsonPointer at) {}
}
