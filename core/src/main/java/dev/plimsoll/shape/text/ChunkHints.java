package dev.plimsoll.shape.text;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.section.TextContents;
import dev.plimsoll.shape.ShapeTask;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.shape.notice.JqPath;
import dev.plimsoll.shape.outline.HeaderOutline;
import dev.plimsoll.shape.page.PageFrame;
import dev.plimsoll.texttype.TextType;
import org.jspecify.annotations.Nullable;

/**
 * Next calls that the first chunk of a text suggests.
 *
 * @param hasDetails whether the chunk has details at all
 * @param isLog whether the text is a log
 * @param errorTerm term to search for; or empty
 * @param section path of a section; or empty
 * @param query query over the lines; or empty
 */
record ChunkHints(boolean hasDetails, boolean isLog, String errorTerm, String section, String query) {

    static final ChunkHints NONE = new ChunkHints(false, false, "", "", "");

    /** Minimum sections for a call that reads one. */
    private static final int MIN_SECTIONS = 2;

    /**
     * Finds the calls for a text.
     *
     * @param pageFrame the object around the text; null if the text is alone
     */
    static ChunkHints of(
            Slice text,
            LineIndex lines,
            ShapeTask shapeTask,
            @Nullable PageFrame pageFrame,
            IndexedResult indexedResult) {
        if (indexedResult.textType(text) != TextType.LOG) {
            TextContents contents = indexedResult.sections().contents(text);
            boolean hasSections = contents != null && contents.headings().count() >= MIN_SECTIONS;
            return new ChunkHints(true, false, "", hasSections ? "#" + MIN_SECTIONS : "", "");
        }
        String input = queryInput(shapeTask, pageFrame);
        String query = input.isEmpty() ? "" : HeaderOutline.logQuery(text, lines, indexedResult);
        String ofLines = query.isEmpty() || input.equals(".") ? query : input + " | split(\"\\n\") | " + query;
        return new ChunkHints(true, true, ErrorTerms.find(text), "", ofLines);
    }

    /** Returns the text as a query finds it: {@code .} is its lines; empty if a query does not get this text. */
    private static String queryInput(ShapeTask shapeTask, @Nullable PageFrame pageFrame) {
        if (shapeTask.target().section() != null) {
            return "";
        }
        if (pageFrame == null) {
            return shapeTask.target().pointer().tokens().isEmpty() ? "." : "";
        }
        // an object in one of several blocks is not what a query gets
        return shapeTask.target().pointer().tokens().isEmpty() ? JqPath.ofValue(pageFrame.pointer()) : "";
    }
}
