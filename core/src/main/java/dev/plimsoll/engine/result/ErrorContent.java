package dev.plimsoll.engine.result;

import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.model.ToolResult;

/**
 * Joins the text and the structured content of an error. A shaped error is text only, but a server may give
 * the reason in the text, in the structured content, or in both.
 */
public final class ErrorContent {

    private ErrorContent() {}

    /**
     * Returns the error with all its content in its blocks: structured content is removed if the blocks
     * repeat it, and otherwise becomes the last text block. Returns any other result unchanged.
     */
    public static ToolResult join(ToolResult result) {
        boolean hasBoth = result.isError()
                && result.structured() != null
                && !result.blocks().isEmpty();
        if (!hasBoth) {
            return result;
        }
        return CopyDetector.findCopies(result).isEmpty() ? result.withStructuredAsText() : result.withoutStructured();
    }
}
