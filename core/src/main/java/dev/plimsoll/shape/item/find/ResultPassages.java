package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.search.DocumentIndexes;
import dev.plimsoll.search.SearchDeadline;
import dev.plimsoll.search.rank.PassageCollector;
import dev.plimsoll.search.rank.PassageIndex;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.section.TextSection;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.item.IndexedResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passages of the part of a result that a ranked search reads.
 *
 * @param roots the values to search
 */
record ResultPassages(ShapeTask shapeTask, IndexedResult indexedResult, List<DocumentPart> roots) {

    /** Maximum size in bytes of a document part that a ranked search reads. */
    static final int MAX_BYTES = 32 << 20;

    private static final int MB = 1 << 20;

    /** Returns the index of the passages; builds it if it is not in memory. */
    PassageIndex index() {
        DocumentPart part = shapeTask.target();
        requireSize(part);
        return indexedResult.getOrComputePassages(
                part, () -> buildIndex(part, SearchDeadline.ofPassageIndex(System::nanoTime)));
    }

    private static void requireSize(DocumentPart part) {
        int length = part.bytes().length();
        if (length > MAX_BYTES) {
            throw new RefusedException(
                            ErrorCode.QUERY_LIMIT,
                            "search reads at most " + MAX_BYTES / MB + " MB, and this part has "
                                    + (length + MB - 1) / MB + " MB",
                            "search in a smaller part with path, or use find")
                    .detail("argument", "search")
                    .detail("limit", MAX_BYTES + " bytes");
        }
    }

    private PassageIndex buildIndex(DocumentPart part, SearchDeadline deadline) {
        DocumentIndexes documentIndexes = new DocumentIndexes() {
            @Override
            public ItemIndex items(Slice array) {
                return indexedResult.itemIndex(array);
            }

            @Override
            public LineIndex lines(Slice text) {
                return indexedResult.lines(text);
            }
        };
        return part.isJson()
                ? PassageCollector.indexJson(
                        roots.stream().map(DocumentPart::bytes).toList(), documentIndexes, this::headings, deadline)
                : PassageCollector.indexText(part.bytes(), documentIndexes, this::headings, deadline);
    }

    /** Returns the headings of a text; null if it has none. */
    @Nullable ContentsHeadings headings(Slice text) {
        TextSection section = shapeTask.target().section();
        boolean isSection =
                section != null && text.isSameRange(shapeTask.target().bytes());
        Slice whole = section != null && isSection ? section.text() : text;
        TableOfContents contents = indexedResult.sections().tableOfContents(whole);
        return contents == null ? null : ContentsHeadings.of(contents, isSection ? shapeTask.target() : null);
    }
}
