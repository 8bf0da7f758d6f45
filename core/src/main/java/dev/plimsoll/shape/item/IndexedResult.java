package dev.plimsoll.shape.item;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.query.QueryOutputs;
import dev.plimsoll.search.SearchMatches;
import dev.plimsoll.search.rank.PassageIndex;
import dev.plimsoll.search.rank.RankedPassages;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.LazyRows;
import dev.plimsoll.shape.fold.MemberPaths;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.texttype.TextTypes;
import dev.plimsoll.tokens.ParallelRunner;
import dev.plimsoll.view.View;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stored result with its indexes and the findings of earlier answers. With them, the cost of another page does not
 * depend on the size of the result. A {@code blockIndex} is the index of a content block, or {@link View#DOCUMENT}.
 * Thread-safe.
 */
public final class IndexedResult {

    private final ToolResult result;
    private final Copies copies;
    private final @Nullable LazyRows lazyRows;
    private final ParallelRunner parallelRunner;
    private final PageBounds pageBounds = new PageBounds();
    private final ValueIndexes valueIndexes;
    private final ResultTexts resultTexts;
    private final RecentFindings recentFindings = new RecentFindings();
    private final RecentValues<TargetKey, Optional<DocumentPart>> targets = new RecentValues<>();
    private final RecentValues<RangeKey, ItemSequence> items = new RecentValues<>();
    private final TextSections textSections = new TextSections(this);
    private final RecentValues<TextFormatName, IndexedResult> otherReadings = new RecentValues<>(2);

    /**
     * Creates an indexed result.
     *
     * @param copies the text blocks that only repeat the structured content
     * @param lazyRows source of the items of a list, of which the document is only the beginning; null if the document
     *     is complete
     * @param parallelRunner runs the counting of long texts in parallel
     */
    public IndexedResult(
            ToolResult result,
            Document document,
            Copies copies,
            @Nullable LazyRows lazyRows,
            ParallelRunner parallelRunner) {
        this(result, document, copies, lazyRows, parallelRunner, null);
    }

    private IndexedResult(
            ToolResult result,
            Document document,
            Copies copies,
            @Nullable LazyRows lazyRows,
            ParallelRunner parallelRunner,
            @Nullable TextFormatName format) {
        this.lazyRows = lazyRows;
        this.parallelRunner = parallelRunner;
        this.result = result;
        this.copies = copies;
        this.valueIndexes = new ValueIndexes(document);
        this.resultTexts = new ResultTexts(result, document, lazyRows != null, valueIndexes, format);
    }

    /** Returns this result with its texts read in a format; this result if the format is null or already used. */
    public IndexedResult readAs(@Nullable TextFormatName otherFormat) {
        if (otherFormat == null || otherFormat == resultTexts.format()) {
            return this;
        }
        Document originalDocument = original();
        Document readDocument = otherFormat.isText() ? originalDocument.asText() : originalDocument;
        return otherReadings.getOrCompute(
                otherFormat,
                () -> new IndexedResult(result, readDocument, copies, lazyRows, parallelRunner, otherFormat));
    }

    /** Returns the type of a text: the type that was asked for, or the recognized type. */
    public TextType textType(Slice text) {
        TextType givenType = givenType();
        return givenType == null ? TextTypes.detect(text) : givenType;
    }

    /** Returns whether the type of the texts was asked for. */
    boolean isTextTypeGiven() {
        return givenType() != null;
    }

    private @Nullable TextType givenType() {
        TextFormatName format = resultTexts.format();
        return format == null
                ? null
                : switch (format) {
                    case SNAPSHOT -> TextType.SNAPSHOT;
                    case LOG -> TextType.LOG;
                    case MARKDOWN -> TextType.MARKDOWN;
                    case CODE -> TextType.CODE;
                    default -> null;
                };
    }

    /** Returns whether the texts cannot be read in the format that was asked for. */
    public boolean isUnreadable() {
        TextFormatName format = resultTexts.format();
        if (format == TextFormatName.SNAPSHOT) {
            return !textSections.hasSnapshot();
        }
        boolean isJson = format == TextFormatName.JSON && original().isJson();
        return format != null && !format.isText() && !isJson && !resultTexts.hasRecords();
    }

    /** Returns a phrase for a notice if the text is not in the format that a configuration names; empty if it is. */
    public String unreadablePhrase() {
        TextFormatName format = resultTexts.format();
        return format != null && isUnreadable() ? "text that is not " + format.wireName() : "";
    }

    /** Returns the refusal of a format in which the texts cannot be read, with the location of the first error. */
    public RefusedException unreadable() {
        TextFormatName format = resultTexts.format();
        String name = format == null ? "" : format.wireName();
        return new RefusedException(
                        ErrorCode.INVALID_REQUEST,
                        "the text cannot be read as " + name + resultTexts.errorLocation(),
                        "leave as out, or as: text")
                .detail("argument", "as")
                .detail("value", name)
                .detail("allowed", String.join(", ", TextFormatName.names()));
    }

    public ToolResult result() {
        return result;
    }

    /** Returns the document that paths, searches, and queries refer to: the data in the text, if there is any. */
    public Document document() {
        return resultTexts.document();
    }

    /** Returns the document as the server sent it; lines and sizes refer to it. */
    public Document original() {
        return resultTexts.original(View.DOCUMENT);
    }

    /** Returns the bytes of the data that was read from texts and is held in addition to the stored result. */
    public long bytesRead() {
        return resultTexts.bytesRead();
    }

    /** Returns the data in the text of the document, or of one content block; null if there is none. */
    public @Nullable TextRecords records(int blockIndex) {
        return resultTexts.records(blockIndex);
    }

    /** Returns whether a text block only repeats the structured content. */
    public boolean isCopy(int blockIndex) {
        return copies.contains(blockIndex);
    }

    /** Returns the first text block that repeats the structured content, or -1. */
    public int firstCopy() {
        return copies.firstIndex();
    }

    public ParallelRunner parallelRunner() {
        return parallelRunner;
    }

    public PageBounds bounds() {
        return pageBounds;
    }

    /** Returns the text of one text block as a document: the JSON in the text, or the text itself. */
    public Document text(int blockIndex) {
        return resultTexts.text(blockIndex);
    }

    /** Returns a phrase that describes data in a text. */
    public String phrase(TextRecords data) {
        return resultTexts.phrase(data);
    }

    /** Returns one content block as the server sent it; the whole document for {@link View#DOCUMENT}. */
    Document originalDocument(int blockIndex) {
        return resultTexts.original(blockIndex);
    }

    /** Returns whether the document is the list of several content blocks. */
    boolean isBlockList() {
        return resultTexts.isBlockList();
    }

    /** Returns all content blocks as one array, with data in place of texts. */
    public Document blocks() {
        return resultTexts.blocks();
    }

    /** Returns the source of the items if the part is the whole document; null if the document is complete. */
    public @Nullable LazyRows lazyRows(DocumentPart documentPart) {
        return documentPart.pointer().tokens().isEmpty() ? lazyRows : null;
    }

    /** Returns the bytes of the whole document; an estimate if its items come from a source. */
    public long size() {
        return lazyRows == null ? original().bytes().length() : lazyRows.bytes();
    }

    /**
     * Returns the part of the document, or of a content block, that a view selects; null if there is none. If a text
     * contains data, the pointer may exist in three documents: in the data, in the original, and in the converted
     * document, which is the original with the data in place of the text. A view of data looks in the data, then in the
     * converted document, then in the original; a view of a text looks in the original first.
     */
    public @Nullable DocumentPart target(JsonPointer pointer, View view) {
        boolean isDataView = !view.isTextView();
        TargetKey targetKey = new TargetKey(
                Math.max(View.DOCUMENT, view.blockIndex()),
                pointer.toString(),
                isDataView,
                view.mode().hasDerivedContent());
        return targets.getOrCompute(targetKey, () -> Optional.ofNullable(findTarget(pointer, targetKey)))
                .orElse(null);
    }

    private @Nullable DocumentPart findTarget(JsonPointer pointer, TargetKey targetKey) {
        Document original = targetKey.blockIndex == View.DOCUMENT && targetKey.isDataView && isBlockList()
                ? blocks()
                : originalDocument(targetKey.blockIndex);
        LazyRows source = pointer.tokens().isEmpty() || targetKey.blockIndex != View.DOCUMENT ? null : lazyRows;
        if (source != null) {
            return DocumentPart.inRows(source, pointer);
        }
        TextRecords data = records(targetKey.blockIndex);
        if (data == null) {
            return DocumentPart.at(original, pointer);
        }
        if (pointer.tokens().isEmpty()) {
            Slice dataValue = targetKey.hasDerivedContent ? data.value() : data.converted();
            return targetKey.isDataView ? new DocumentPart(dataValue, true, pointer, data) : DocumentPart.of(original);
        }
        DocumentPart originalPart = targetKey.isDataView ? null : DocumentPart.at(original, pointer);
        DocumentPart dataPart = originalPart == null ? DocumentPart.at(data.document(), pointer) : originalPart;
        DocumentPart convertedPart =
                dataPart == null ? DocumentPart.at(new Document(data.converted(), true), pointer) : dataPart;
        return convertedPart == null ? DocumentPart.at(original, pointer) : convertedPart;
    }

    /** Returns the sections of the texts in this result. */
    public TextSections sections() {
        return textSections;
    }

    /** Returns one block with its position in the list of blocks. */
    public DocumentPart block(int blockIndex) {
        TextRecords data = records(blockIndex);
        Document blockDocument = originalDocument(blockIndex);
        JsonPointer pointer = JsonPointer.root().child(blockIndex);
        return data == null
                ? new DocumentPart(blockDocument.bytes(), blockDocument.isJson(), pointer)
                : new DocumentPart(data.converted(), true, pointer, data);
    }

    /** Returns the array or string that makes up over half of an object; null if there is none. */
    public @Nullable DominantValue findDominantValue(DocumentPart object) {
        return valueIndexes.findDominantValue(object);
    }

    /**
     * Returns the items of the list that dominates an object. If the object was converted from a text with data, the
     * paths of the items begin at the root of the data.
     */
    public ItemSequence items(DocumentPart object, Slice list, JsonPointer pointer) {
        TextRecords data = object.records();
        if (data == null) {
            return items(list, pointer);
        }
        boolean isBelowRoot = !object.pointer().tokens().isEmpty();
        return new RecordItems(items(list, isBelowRoot ? pointer : data.toDataPath(pointer)), data);
    }

    public MemberIndex memberIndex(Slice object) {
        return valueIndexes.members(object);
    }

    /** Returns the text of a string value. */
    public Slice decoded(Slice string, JsonPointer pointer) {
        return valueIndexes.decoded(string, pointer);
    }

    public ItemSequence items(Slice array, JsonPointer pointer) {
        LazyRows source = pointer.tokens().isEmpty() ? lazyRows : null;
        return source != null
                ? LiveItems.of(source)
                : items.getOrCompute(RangeKey.of(array, pointer), () -> new ArrayItems(itemIndex(array), pointer));
    }

    public ItemIndex itemIndex(Slice array) {
        return valueIndexes.items(array);
    }

    public ItemSequence members(Slice object, JsonPointer pointer) {
        return items.getOrCompute(
                RangeKey.of(object, pointer), () -> new MemberItems(memberIndex(object), memberPaths(object), pointer));
    }

    public MemberPaths memberPaths(Slice object) {
        return valueIndexes.memberPaths(object);
    }

    /** Returns whether the result is only one image, audio, or blob. */
    public boolean isBinary() {
        boolean isSingle = result.structured() == null && result.blocks().size() == 1;
        return isSingle && result.blocks().get(0).isBinary();
    }

    /**
     * Returns whether a part of the document is the list of all content blocks.
     *
     * @param blockIndex index of the content block that the view selects, or {@link View#DOCUMENT} or
     * {@link View#BLOCKS}
     */
    public boolean isListOfAllBlocks(DocumentPart documentPart, int blockIndex) {
        boolean isWholeDocument = documentPart.isJson()
                && documentPart.pointer().tokens().isEmpty()
                && result.blocks().size() > 1;
        return isWholeDocument
                && (blockIndex == View.BLOCKS || (blockIndex == View.DOCUMENT && result.structured() == null));
    }

    /** Returns the outputs of a query over a part; computes them with {@code finder} if they are not in memory. */
    public QueryOutputs getOrComputeOutputs(DocumentPart part, String query, Supplier<QueryOutputs> finder) {
        return recentFindings.getOrComputeOutputs(part, query, finder);
    }

    /** Returns the index of the passages of a part; computes it with {@code finder} if it is not in memory. */
    public PassageIndex getOrComputePassages(DocumentPart part, Supplier<PassageIndex> finder) {
        return recentFindings.getOrComputePassages(part, finder);
    }

    /** Returns the passages that suit a question; computes them with {@code finder} if they are not in memory. */
    public RankedPassages getOrComputeRank(DocumentPart part, String question, Supplier<RankedPassages> finder) {
        return recentFindings.getOrComputeRank(part, question, finder);
    }

    /** Returns the bytes of memory that the indexes of passages need. */
    public long passageBytes() {
        return recentFindings.passageBytes() + otherReadings.sum(IndexedResult::passageBytes);
    }

    /** Returns the matches of a search in a part; computes them with {@code finder} if they are not in memory. */
    public SearchMatches getOrComputeMatches(DocumentPart part, String searchText, Supplier<SearchMatches> finder) {
        return recentFindings.getOrComputeMatches(part, searchText, finder);
    }

    /**
     * Returns the outline or the statistics of a part that have this type; computes them with {@code finder} if they
     * are not in memory.
     */
    public <T> T getOrCompute(DocumentPart part, Class<T> type, Supplier<T> finder) {
        return recentFindings.getOrCompute(part, type, finder);
    }

    public LineIndex lines(Slice text) {
        return valueIndexes.lines(text);
    }

    /** A part of the document or of a block, as a view selects it. */
    private record TargetKey(int blockIndex, String pointer, boolean isDataView, boolean hasDerivedContent) {

        // written by hand, because AOT caches cannot store the generated methods of a record, which would cost 5 ms at
        // the first shaped result
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof TargetKey key
                    && blockIndex == key.blockIndex
                    && pointer.equals(key.pointer)
                    && isDataView == key.isDataView
                    && hasDerivedContent == key.hasDerivedContent;
        }

        @Override
        public int hashCode() {
            return 31 * pointer.hashCode() + 4 * blockIndex + (isDataView ? 2 : 0) + (hasDerivedContent ? 1 : 0);
        }
    }
}
