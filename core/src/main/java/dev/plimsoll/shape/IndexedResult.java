package dev.plimsoll.shape;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ParallelRunner;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.search.SearchMatches;
import dev.plimsoll.view.View;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stored result with its indexes: its blocks, its document, the texts that are copies, and the findings of earlier
 * cuts. So a further page costs the same whatever the size of the result. Thread-safe.
 */
public final class IndexedResult {

    private static final Integer ALL_PARTS = -1;

    /** Maximum number of outlines, searches, and queries in memory; each may take as much memory as an index. */
    private static final int MOST_SOUGHT = 2;

    /** Minimum bytes of a block, among several, for a search for data in its text. */
    private static final int LEAST_BLOCK = 1024;

    private static final long MOST_OUTPUT = 64 << 10;
    private static final long BYTES_AN_OUTPUT = 32;

    private final ToolResult result;
    private final Document document;
    private final BitSet copies;
    private final @Nullable LazyRows lazyRows;
    private final ParallelRunner parallelRunner;
    private final AnswerBounds answerBounds = new AnswerBounds();
    private final RecentFindings<Integer, Document> texts = new RecentFindings<>();
    private final RecentFindings<Integer, Optional<TextRecords>> records = new RecentFindings<>();
    private final RecentFindings<Where, String> phrases = new RecentFindings<>();
    private final RecentFindings<Place, Optional<DocumentPart>> targets = new RecentFindings<>();
    private final RecentFindings<Where, Slice> strings = new RecentFindings<>();
    private final RecentFindings<Where, Optional<DominantValue>> dominances = new RecentFindings<>();
    private final RecentFindings<Where, MemberIndex> indexes = new RecentFindings<>();
    private final RecentFindings<Where, ItemIndex> lists = new RecentFindings<>();
    private final RecentFindings<Where, ItemSequence> items = new RecentFindings<>();
    private final RecentFindings<Where, LineIndex> lines = new RecentFindings<>();
    private final RecentFindings<Where, KeyCounts> counts = new RecentFindings<>();
    private final RecentFindings<Where, List<OutlinePiece>> outlines = new RecentFindings<>(MOST_SOUGHT);
    private final RecentFindings<Sought, SearchMatches> matches = new RecentFindings<>(MOST_SOUGHT);
    private final RecentFindings<Sought, QueryOutputs> outputs = new RecentFindings<>(MOST_SOUGHT);

    /**
     * Creates an indexed result.
     *
     * @param copies the text blocks that only repeat the structured content
     * @param lazyRows source of the items of a list, of which the document is only the beginning; null if the document
     *     is complete
     * @param parallelRunner counts long texts
     */
    public IndexedResult(
            ToolResult result,
            Document document,
            BitSet copies,
            @Nullable LazyRows lazyRows,
            ParallelRunner parallelRunner) {
        this.lazyRows = lazyRows;
        this.parallelRunner = parallelRunner;
        this.result = result;
        this.document = document;
        this.copies = (BitSet) copies.clone();
    }

    public ToolResult result() {
        return result;
    }

    /** Returns the document that paths, searches, and queries refer to: the data in the text, if there is any. */
    public Document document() {
        TextRecords data = records(View.DOCUMENT);
        return data != null ? data.document() : isList() ? blocks() : document;
    }

    /** Returns the document as the server sent it; lines and sizes refer to it. */
    Document original() {
        return document;
    }

    /** Returns the bytes of the data that was read from texts and is held in addition to the stored result. */
    @SuppressWarnings("ReferenceEquality") // identity: the unchanged document
    public long bytesRead() {
        TextRecords data = records(View.DOCUMENT);
        long inBlocks = isList() && blocks() != document ? blocks().bytes().length() : 0;
        return data == null ? inBlocks : data.whole().length();
    }

    /** Returns the data in the text of the document, or of one content block; null if there is none. */
    @Nullable TextRecords records(int part) {
        return records.of(part, () -> Optional.ofNullable(findRecords(part))).orElse(null);
    }

    private @Nullable TextRecords findRecords(int part) {
        Document text = own(part);
        boolean small = part != View.DOCUMENT
                && result.parts().size() > 1
                && text.bytes().length() < LEAST_BLOCK;
        if (result.error() || lazyRows != null || small) {
            return null;
        }
        return TextRecords.in(
                text, object -> DominantValue.of(object, index(object)), string -> decoded(string, JsonPointer.root()));
    }

    boolean isCopy(int part) {
        return copies.get(part);
    }

    /** Returns the first text block that repeats the structured content, or -1. */
    int firstCopy() {
        return copies.nextSetBit(0);
    }

    ParallelRunner workers() {
        return parallelRunner;
    }

    AnswerBounds bounds() {
        return answerBounds;
    }

    /** Returns the document in one text block. */
    Document text(int part) {
        Slice inside = result.parts().get(part).text();
        if (inside == null) {
            throw new IllegalArgumentException("part " + part + " has no text");
        }
        return texts.of(part, () -> Document.ofText(inside));
    }

    /** Returns a phrase that describes data in a text. */
    String phrase(TextRecords data) {
        return phrases.of(where(data.value(), JsonPointer.root()), () -> DataPhrase.of(data));
    }

    /** Returns the document as the server sent it, or one content block. */
    private Document own(int part) {
        if (part == View.DOCUMENT) {
            return document;
        }
        ContentBlock block = result.parts().get(part);
        return block.text() == null ? new Document(block.raw(), true) : text(part);
    }

    /** Returns whether the document is the list of several content blocks. */
    private boolean isList() {
        return result.structured() == null && result.parts().size() > 1;
    }

    /** Returns all content blocks as one array, with data in place of texts. */
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

    /** Returns the source of the items if the part is the whole document; null if the document is complete. */
    @Nullable LazyRows rows(DocumentPart documentPart) {
        return documentPart.pointer().tokens().isEmpty() ? lazyRows : null;
    }

    /** Returns the bytes of the whole document; an estimate if its items come from a source. */
    long size() {
        return lazyRows == null ? document.bytes().length() : lazyRows.bytes();
    }

    /**
     * Returns the part of the document, or of a content block, that a view selects; null if there is none. A pointer is
     * looked up in the data first, then in the content around it, then in the original.
     */
    @Nullable DocumentPart target(JsonPointer pointer, View view) {
        boolean read = !view.readsText();
        Place place = new Place(
                Math.max(View.DOCUMENT, view.part()),
                pointer.toString(),
                read,
                view.mode().seeks());
        return targets.of(place, () -> Optional.ofNullable(findTarget(pointer, place)))
                .orElse(null);
    }

    private @Nullable DocumentPart findTarget(JsonPointer pointer, Place place) {
        Document original = place.part == View.DOCUMENT && place.read && isList() ? blocks() : own(place.part);
        LazyRows source = pointer.tokens().isEmpty() || place.part != View.DOCUMENT ? null : lazyRows;
        if (source != null) {
            return DocumentPart.in(source, pointer);
        }
        TextRecords data = records(place.part);
        if (data == null) {
            return DocumentPart.at(original, pointer);
        }
        if (pointer.tokens().isEmpty()) {
            Slice shown = place.seeks ? data.value() : data.whole();
            return place.read ? new DocumentPart(shown, true, pointer, data) : DocumentPart.of(original);
        }
        DocumentPart asItCame = place.read ? null : DocumentPart.at(original, pointer);
        DocumentPart inData = asItCame == null ? DocumentPart.at(data.document(), pointer) : asItCame;
        DocumentPart around = inData == null ? DocumentPart.at(new Document(data.whole(), true), pointer) : inData;
        return around == null ? DocumentPart.at(original, pointer) : around;
    }

    /** Returns one block with its position in the list of blocks. */
    DocumentPart block(int part) {
        TextRecords data = records(part);
        Document own = own(part);
        JsonPointer at = JsonPointer.root().child(part);
        return data == null
                ? new DocumentPart(own.bytes(), own.json(), at)
                : new DocumentPart(data.whole(), true, at, data);
    }

    /** Returns the array or string that makes up over half of an object; null if there is none. */
    @Nullable DominantValue dominance(DocumentPart object) {
        return dominances
                .of(where(object.bytes(), object.pointer()), () -> Optional.ofNullable(findDominance(object)))
                .orElse(null);
    }

    private @Nullable DominantValue findDominance(DocumentPart object) {
        TextRecords data = object.records();
        return data != null && data.whole().isSameRange(object.bytes())
                ? data.dominance(this::index)
                : DominantValue.of(object.bytes(), index(object.bytes()));
    }

    /** Returns the items of the list that dominates an object; paths of data in a text refer to that data. */
    ItemSequence items(DocumentPart object, Slice list, JsonPointer at) {
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

    /** Returns the text of a string value. */
    Slice decoded(Slice string, JsonPointer at) {
        return strings.of(where(string, at), () -> DocumentPart.of(string, at).bytes());
    }

    ItemSequence items(Slice array, JsonPointer at) {
        LazyRows source = at.tokens().isEmpty() ? lazyRows : null;
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

    ItemSequence members(Slice object, JsonPointer at) {
        return items.of(where(object, at), () -> new MemberItems(index(object), counts(object), at));
    }

    KeyCounts counts(Slice object) {
        return counts.of(where(object, JsonPointer.root()), () -> KeyCounts.of(object));
    }

    /** Returns whether the result is only one image, audio, or blob. */
    boolean isBinary() {
        boolean one = result.structured() == null && result.parts().size() == 1;
        return one && result.parts().get(0).isBinary();
    }

    /** Returns whether a part of that view is the list of all content blocks. */
    boolean isBlocks(DocumentPart documentPart, int part) {
        boolean whole = documentPart.json()
                && documentPart.pointer().tokens().isEmpty()
                && result.parts().size() > 1;
        return whole && (part == View.BLOCKS || (part == View.DOCUMENT && result.structured() == null));
    }

    /** Returns the outputs of a query over a part; computes them with {@code finder} if they are not in memory. */
    QueryOutputs outputs(DocumentPart part, String query, Supplier<QueryOutputs> finder) {
        Sought sought = new Sought(where(part.bytes(), part.pointer()), query);
        return outputs.of(
                sought,
                finder,
                given -> ownBytes(given, part) <= MOST_OUTPUT + part.bytes().length() / 2L);
    }

    /**
     * Returns the memory that outputs need: a fixed amount for each, and all bytes that are not a range of the part.
     */
    private static long ownBytes(QueryOutputs given, DocumentPart part) {
        long bytes = given.count() * BYTES_AN_OUTPUT;
        for (int i = 0; i < given.count(); i++) {
            bytes += given.get(i).sharesBytesWith(part.bytes())
                    ? 0
                    : given.get(i).length();
        }
        return bytes;
    }

    /** Returns the matches of a search in a part; computes them with {@code finder} if they are not in memory. */
    SearchMatches matches(DocumentPart part, String sought, Supplier<SearchMatches> finder) {
        return matches.of(new Sought(where(part.bytes(), part.pointer()), sought), finder);
    }

    /** Returns the outline of a part; computes it with {@code finder} if it is not in memory. */
    List<OutlinePiece> outline(DocumentPart part, Supplier<List<OutlinePiece>> finder) {
        return outlines.of(where(part.bytes(), part.pointer()), finder);
    }

    LineIndex lines(Slice text) {
        return lines.of(where(text, JsonPointer.root()), () -> LineIndex.of(text));
    }

    private static Where where(Slice range, JsonPointer at) {
        return new Where(range.bytes(), range.from(), range.to(), at);
    }

    private record Sought(Where where, String what) {}

    /** A part of the document or of a block, as a view selects it. */
    private record Place(int part, String pointer, boolean read, boolean seeks) {}

    /** A range of one array; arrays compare by identity, as intended here. */
    private record Where(byte[] bytes, int from, int to, JsonPointer at) {}
}
