package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.section.TableOfContents;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.notice.TextCall;
import dev.plimsoll.shape.outline.HeaderOutline;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.texttype.TextType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls that the first chunk of a text suggests.
 *
 * @param hasDetails whether the header of the chunk has an outline and suggested calls
 * @param isLog whether the text is a log
 * @param calls the calls: for each, its arguments in addition to the cursor
 */
record ChunkHints(boolean hasDetails, boolean isLog, List<TextCall> calls) {

    static final ChunkHints NONE = new ChunkHints(false, false, List.of());

    /** Number of the section that a suggested call reads, from 1. */
    private static final int SUGGESTED_SECTION = 2;

    ChunkHints {
        calls = List.copyOf(calls);
    }

    /**
     * Finds the calls to suggest for a text.
     *
     * @param pageFrame the object around the text; null if the text is alone
     */
    static ChunkHints of(
            Slice text,
            LineIndex lines,
            ShapeTask shapeTask,
            @Nullable PageFrame pageFrame,
            IndexedResult indexedResult) {
        boolean canQuery = canQuery(shapeTask, pageFrame, indexedResult);
        if (indexedResult.textType(text) != TextType.LOG) {
            TableOfContents tableOfContents = indexedResult.sections().tableOfContents(text);
            List<TextCall> tableCalls =
                    TableCalls.of(shapeTask.target(), text, canQuery, tableOfContents, indexedResult);
            return new ChunkHints(true, false, tableCalls.isEmpty() ? ofSections(tableOfContents) : tableCalls);
        }
        List<TextCall> calls = new ArrayList<>();
        String term = ErrorTerms.find(text);
        String query = canQuery ? HeaderOutline.logQuery(text, lines, indexedResult) : "";
        if (!term.isEmpty()) {
            calls.add(TextCall.find(term));
        }
        calls.add(query.isEmpty() ? TextCall.OUTLINE : TextCall.query(query));
        return new ChunkHints(true, true, withNextPage(calls));
    }

    private static List<TextCall> ofSections(@Nullable TableOfContents tableOfContents) {
        boolean hasSuggestedSection =
                tableOfContents != null && tableOfContents.headings().count() >= SUGGESTED_SECTION;
        return withNextPage(
                hasSuggestedSection
                        ? List.of(TextCall.path("#" + SUGGESTED_SECTION), TextCall.OUTLINE)
                        : List.of(TextCall.OUTLINE));
    }

    private static List<TextCall> withNextPage(List<TextCall> calls) {
        List<TextCall> allCalls = new ArrayList<>(calls);
        if (allCalls.size() < 2) {
            allCalls.add(TextCall.NEXT_PAGE);
        }
        return allCalls;
    }

    /** Returns whether a query without a path runs on this text. */
    private static boolean canQuery(ShapeTask shapeTask, @Nullable PageFrame pageFrame, IndexedResult indexedResult) {
        DocumentPart target = shapeTask.target();
        boolean isWhole = target.section() == null && target.pointer().tokens().isEmpty();
        return isWhole && (pageFrame == null || indexedResult.sections().onlyText(target) != null);
    }
}
