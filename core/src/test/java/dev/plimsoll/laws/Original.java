package dev.plimsoll.laws;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool result, and the document to which paths refer.
 *
 * @param receivedDocument the document as received
 * @param records the records that are read from the text of the document; null if it has none
 */
record Original(
        ToolResult result,
        Document receivedDocument,
        @Nullable TextRecords records) {

    /** Texts that are shorter than this, and are not the only block, are not read as records. */
    private static final int MIN_BLOCK_BYTES = 1024;

    static Original of(byte[] bytes) {
        ToolResult result = ToolResult.parse(Slice.of(bytes));
        if (result == null) {
            throw new IllegalArgumentException("no result object");
        }
        boolean hasTwoReasons = result.isError()
                && result.structured() != null
                && !result.blocks().isEmpty();
        // the engine appends the structured content of an error to its texts, unless one of them repeats it
        if (hasTwoReasons) {
            result = CopyDetector.findCopies(result).isEmpty()
                    ? result.withStructuredAsText()
                    : result.withoutStructured();
        }
        Document document = Document.of(result);
        return new Original(result, document, result.isError() ? null : TextRecords.find(document));
    }

    /** Returns whether the document is the list of the result's blocks. */
    boolean isListOfBlocks() {
        return result.structured() == null && result.blocks().size() != 1;
    }

    /** Returns whether the result is a single image, audio, or blob. */
    boolean isBinary() {
        return result.structured() == null
                && result.blocks().size() == 1
                && result.blocks().get(0).isBinary();
    }

    List<ContentBlock> contentBlocks() {
        return result.blocks();
    }

    Expected expectedDocument() {
        return isListOfBlocks() ? blocks() : Expected.of(receivedDocument, records);
    }

    /** Returns the document for searches, queries, and outlines. */
    Document document() {
        if (records != null) {
            return records.document();
        }
        return isListOfBlocks() ? new Document(blocks().value(), true) : receivedDocument;
    }

    /** Returns all content blocks as one list, with records in place of texts. */
    Expected blocks() {
        ItemIndex values = ItemIndex.of(Document.ofBlocks(result).bytes());
        ByteSink out = new ByteSink().ascii("[");
        for (int i = 0; i < values.count(); i++) {
            TextRecords data = contentBlocks().get(i).text() == null ? null : records(i);
            out.ascii(i == 0 ? "" : ",").raw(data == null ? values.item(i) : data.converted());
        }
        return new Expected("", out.ascii("]").slice(), true);
    }

    private @Nullable TextRecords records(int index) {
        Document blockDocument = blockDocument(index);
        boolean small = contentBlocks().size() > 1 && blockDocument.bytes().length() < MIN_BLOCK_BYTES;
        return small || result.isError() ? null : TextRecords.find(blockDocument);
    }

    private Document blockDocument(int index) {
        Slice text = contentBlocks().get(index).text();
        return text == null ? new Document(contentBlocks().get(index).raw(), true) : Document.ofText(text);
    }

    /** Returns the document of one block. */
    Expected block(int index) {
        return Expected.of(blockDocument(index), contentBlocks().get(index).text() == null ? null : records(index));
    }

    /** Returns the value at a JSON pointer; strings are returned as text. */
    Expected at(String path) {
        if (path.isEmpty()) {
            return expectedDocument();
        }
        Slice inData = records == null ? null : JsonPointer.parse(path).find(records.value());
        Slice value =
                inData == null ? JsonPointer.parse(path).find(expectedDocument().value()) : inData;
        if (value == null) {
            throw new AssertionError("an answer names " + path + ", which is not there");
        }
        return Expected.of(path, value);
    }

    /** Returns what the first answer represents: the document, or the one block that makes up most of it. */
    Expected represented(@Nullable Shown shown) {
        boolean block = shown != null && isListOfBlocks() && !shown.path().isEmpty();
        return block && shown != null
                ? at("/" + JsonPointer.parse(shown.path()).tokens().get(0))
                : expectedDocument();
    }
}
