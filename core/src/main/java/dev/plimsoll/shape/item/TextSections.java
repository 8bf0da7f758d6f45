package dev.plimsoll.shape.item;

import dev.plimsoll.format.PageTables;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.section.LineSpan;
import dev.plimsoll.section.PageSnapshotContents;
import dev.plimsoll.section.SectionFinder;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.texttype.TextType;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sections of the texts in a result. Thread-safe. */
public final class TextSections {

    /** Maximum number of tables of contents in memory; each may take as much memory as an index. */
    private static final int MAX_CONTENTS = 2;

    private final IndexedResult indexedResult;
    private final RecentValues<TextKey, Optional<TableOfContents>> tablesOfContents = new RecentValues<>(MAX_CONTENTS);
    private final RecentValues<TextKey, Optional<PageTables>> tables = new RecentValues<>(MAX_CONTENTS);
    private final RecentValues<SectionKey, DocumentPart> sections = new RecentValues<>();

    TextSections(IndexedResult indexedResult) {
        this.indexedResult = indexedResult;
    }

    /** Range of a byte array. Arrays are compared by identity. */
    private record TextKey(byte[] bytes, int from, int to) {}

    private record SectionKey(int blockIndex, String path) {}

    /** Returns the table of contents of a text; null if it has none. */
    public @Nullable TableOfContents tableOfContents(Slice text) {
        return tablesOfContents
                .getOrCompute(
                        new TextKey(text.bytes(), text.from(), text.to()),
                        () -> Optional.ofNullable(TableOfContents.of(
                                text,
                                indexedResult.lines(text),
                                indexedResult.textType(text),
                                indexedResult.isTextTypeGiven())))
                .orElse(null);
    }

    /**
     * Returns the section that the path of a view names. Looks for the section in the text of the view's block,
     * in the string that dominates an object, or in the text blocks, the longest first. Throws {@link
     * RefusedException} if no text has such a section.
     */
    public DocumentPart find(View view) {
        return sections.getOrCompute(new SectionKey(view.blockIndex(), view.path()), () -> search(view));
    }

    /**
     * Returns the text in an object whose only member is a string, such as {@code {"result":"…"}}; null for another
     * object.
     */
    public @Nullable DocumentPart onlyText(DocumentPart object) {
        Members members =
                object.isOfType(JsonType.OBJECT) && object.records() == null ? Members.of(object.bytes()) : null;
        boolean isSingle = members != null && members.next() && members.type() == JsonType.STRING && !members.next();
        DominantValue string = isSingle ? indexedResult.findDominantValue(object) : null;
        if (string == null || string.isArray() || string.path().size() != 1) {
            return null;
        }
        JsonPointer pointer = object.pointer().child(string.path().get(0));
        return new DocumentPart(indexedResult.decoded(string.value(), pointer), false, pointer);
    }

    /** Returns the data in a section, such as its table; null if there is none, or the format of the text is given. */
    public @Nullable DocumentPart data(DocumentPart section) {
        if (section.isJson() || indexedResult.isTextTypeGiven()) {
            return null;
        }
        TextRecords records = TextRecords.find(new Document(section.bytes(), false));
        return records == null ? null : ofRecords(records, section);
    }

    /** Returns the tables in a text of Markdown or prose, or in a section of one; null if there are none. */
    public @Nullable PageTables tables(DocumentPart text) {
        TextSection section = text.section();
        TextType type = text.isJson() ? null : indexedResult.textType(section == null ? text.bytes() : section.text());
        if (type != TextType.MARKDOWN && type != TextType.PROSE) {
            return null;
        }
        Slice bytes = text.bytes();
        TextKey key = new TextKey(bytes.bytes(), bytes.from(), bytes.to());
        return tables.getOrCompute(key, () -> Optional.ofNullable(PageTables.find(bytes)))
                .orElse(null);
    }

    /** Returns the records in the tables of a text, or of a section of one; null if there are none. */
    public @Nullable DocumentPart tableData(DocumentPart text) {
        PageTables pageTables = tables(text);
        return pageTables == null ? null : ofData(pageTables.data(), text);
    }

    /** Returns the records in the first table of a text, or of a section of one; null if there is none. */
    public @Nullable DocumentPart firstTableData(DocumentPart text) {
        PageTables pageTables = tables(text);
        return pageTables == null ? null : ofData(pageTables.first(), text);
    }

    private static DocumentPart ofData(TextData data, DocumentPart text) {
        return ofRecords(TextRecords.ofData(new Document(text.bytes(), false), data), text);
    }

    private static DocumentPart ofRecords(TextRecords records, DocumentPart text) {
        return new DocumentPart(records.value(), true, text.pointer(), records, text.section());
    }

    private DocumentPart search(View view) {
        TableOfContents firstTableOfContents = null;
        for (DocumentPart text : texts(view.blockIndex())) {
            TableOfContents tableOfContents = tableOfContents(text.bytes());
            TextSection section = tableOfContents == null ? null : SectionFinder.find(tableOfContents, view.path());
            if (tableOfContents != null && section != null) {
                LineIndex lines = tableOfContents.lines();
                LineSpan span = section.lines();
                Slice sectionText = text.bytes().sub(lines.start(span.first()), lines.end(span.end() - 1));
                return new DocumentPart(sectionText, false, text.pointer(), null, section);
            }
            firstTableOfContents = firstTableOfContents == null ? tableOfContents : firstTableOfContents;
        }
        throw SectionFinder.notFound(firstTableOfContents, view.path());
    }

    /** Returns whether a text has nodes of a page snapshot. */
    boolean hasSnapshot() {
        return texts(View.DOCUMENT).stream()
                .map(text -> tableOfContents(text.bytes()))
                .anyMatch(contents -> contents instanceof PageSnapshotContents snapshot && snapshot.hasNodes());
    }

    /** Returns the texts of the document, or of one content block, that can have sections. */
    private List<DocumentPart> texts(int blockIndex) {
        if (blockIndex == View.BLOCKS || (blockIndex == View.DOCUMENT && indexedResult.isBlockList())) {
            return blocks();
        }
        DocumentPart document = DocumentPart.of(indexedResult.originalDocument(blockIndex));
        DominantValue string = document.isOfType(JsonType.OBJECT) ? indexedResult.findDominantValue(document) : null;
        if (string == null || string.isArray()) {
            return document.isJson() ? List.of() : List.of(document);
        }
        JsonPointer pointer = JsonPointer.root();
        for (String key : string.path()) {
            pointer = pointer.child(key);
        }
        return List.of(new DocumentPart(indexedResult.decoded(string.value(), pointer), false, pointer));
    }

    private List<DocumentPart> blocks() {
        List<DocumentPart> textBlocks = new ArrayList<>();
        for (int i = 0; i < indexedResult.result().blocks().size(); i++) {
            boolean hasText = indexedResult.result().blocks().get(i).text() != null;
            Document block = hasText ? indexedResult.text(i) : null;
            if (block != null && !block.isJson()) {
                textBlocks.add(new DocumentPart(
                        block.bytes(), false, JsonPointer.root().child(i)));
            }
        }
        textBlocks.sort(Comparator.comparingInt(text -> -text.bytes().length()));
        return textBlocks;
    }
}
