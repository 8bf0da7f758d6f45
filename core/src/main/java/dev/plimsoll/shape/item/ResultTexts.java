package dev.plimsoll.shape.item;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextFormats;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.TextFormatName;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.view.View;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Texts and content blocks of a stored result, and the data in them, each read on first use. Thread-safe. */
final class ResultTexts {

    /** Key of the array of all content blocks in {@link #texts}. */
    private static final Integer ALL_BLOCKS = -1;

    /** Minimum size of a block whose text is searched for data, if the result has several blocks. */
    private static final int MIN_BLOCK_BYTES = 1024;

    private final ToolResult result;
    private final Document document;
    private final boolean isLive;
    private final @Nullable TextFormatName format;
    private final ValueIndexes valueIndexes;
    private final RecentValues<Integer, Document> texts = new RecentValues<>();
    private final RecentValues<Integer, Optional<TextRecords>> records = new RecentValues<>();
    private final RecentValues<RangeKey, String> phrases = new RecentValues<>();

    /**
     * Creates the texts of a result.
     *
     * @param isLive whether the items come from a source: if so, no text is searched for data
     * @param format the format in which the texts are read; null if it is recognized
     */
    ResultTexts(
            ToolResult result,
            Document document,
            boolean isLive,
            ValueIndexes valueIndexes,
            @Nullable TextFormatName format) {
        this.result = result;
        this.document = document;
        this.isLive = isLive;
        this.format = format;
        this.valueIndexes = valueIndexes;
    }

    /** Returns the document that paths, searches, and queries refer to: the data in the text, if there is any. */
    Document document() {
        TextRecords data = records(View.DOCUMENT);
        return data != null ? data.document() : isBlockList() ? blocks() : document;
    }

    /** Returns the format in which the texts are read; null if it is recognized. */
    @Nullable TextFormatName format() {
        return format;
    }

    /** Returns whether there is data in a text. */
    boolean hasRecords() {
        boolean hasRecords = records(View.DOCUMENT) != null;
        for (int i = 0; i < result.blocks().size() && !hasRecords && isBlockList(); i++) {
            hasRecords = result.blocks().get(i).text() != null && records(i) != null;
        }
        return hasRecords;
    }

    /**
     * Returns the location of the first error, such as {@code : line 3, column 7}; empty if no format is given or the
     * document is JSON.
     */
    String errorLocation() {
        if (format == null || document.isJson()) {
            return "";
        }
        Slice text = document.bytes();
        int offset = TextFormats.errorOffset(text, format);
        int line = 1;
        int column = 1;
        for (int i = 0; i < offset; i++) {
            boolean isBreak = text.at(i) == '\n';
            line += isBreak ? 1 : 0;
            column = isBreak ? 1 : column + 1;
        }
        return ": line " + line + ", column " + column;
    }

    /** Returns the bytes of the data that was read from texts and is held in addition to the stored result. */
    @SuppressWarnings("ReferenceEquality") // identity: the unchanged document
    long bytesRead() {
        TextRecords data = records(View.DOCUMENT);
        long blockBytes =
                isBlockList() && blocks() != document ? blocks().bytes().length() : 0;
        return data == null ? blockBytes : data.converted().length();
    }

    /** Returns the data in the text of the document, or of one content block; null if there is none. */
    @Nullable TextRecords records(int blockIndex) {
        return records.getOrCompute(blockIndex, () -> Optional.ofNullable(findRecords(blockIndex)))
                .orElse(null);
    }

    private @Nullable TextRecords findRecords(int blockIndex) {
        Document text = original(blockIndex);
        boolean isSmall = blockIndex != View.DOCUMENT
                && result.blocks().size() > 1
                && text.bytes().length() < MIN_BLOCK_BYTES;
        if (result.isError() || isLive || isSmall) {
            return null;
        }
        return TextRecords.find(
                text, valueIndexes::members, string -> valueIndexes.decoded(string, JsonPointer.root()), format);
    }

    /** Returns a phrase that describes data in a text. */
    String phrase(TextRecords data) {
        return phrases.getOrCompute(RangeKey.of(data.value()), () -> DataPhrase.describe(data));
    }

    /** Returns the document as the server sent it, or one content block. */
    Document original(int blockIndex) {
        if (blockIndex == View.DOCUMENT) {
            return document;
        }
        ContentBlock block = result.blocks().get(blockIndex);
        return block.text() == null ? new Document(block.raw(), true) : text(blockIndex);
    }

    /** Returns the document in one text block. */
    Document text(int blockIndex) {
        Slice escapedText = result.blocks().get(blockIndex).text();
        if (escapedText == null) {
            throw new IllegalArgumentException("block " + blockIndex + " has no text");
        }
        return texts.getOrCompute(blockIndex, () -> Document.ofText(escapedText));
    }

    /** Returns whether the document is the list of several content blocks. */
    boolean isBlockList() {
        return result.structured() == null && result.blocks().size() > 1;
    }

    /** Returns all content blocks as one array, with data in place of texts. */
    Document blocks() {
        return texts.getOrCompute(ALL_BLOCKS, this::findBlocks);
    }

    private Document findBlocks() {
        Document originalBlocks = isBlockList() ? document : Document.ofBlocks(result);
        ItemIndex values = ItemIndex.of(originalBlocks.bytes());
        ByteSink out = new ByteSink(16).ascii("[");
        boolean hasData = false;
        for (int i = 0; i < values.count(); i++) {
            TextRecords data = result.blocks().get(i).text() == null ? null : records(i);
            hasData |= data != null;
            out.ascii(i == 0 ? "" : ",").raw(data == null ? values.item(i) : data.converted());
        }
        return hasData ? new Document(out.ascii("]").slice(), true) : originalBlocks;
    }
}
