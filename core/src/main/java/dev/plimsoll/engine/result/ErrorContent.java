package dev.plimsoll.engine.result;

import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.model.ToolResult;

/**
 * Joins the parts of an error. A shaped error is text only, and its reason can be in the text, in the structured content, or in
 * both.
 */
public final class ErrorContent {

    private ErrorContent() {}

    /** Returns an error whose blocks have all its content, with structured content that they lack as a last text. */
    public static ToolResult joined(ToolResult result) {
        boolean hasBoth = result.isError()
                && result.structured() != null
                && !result.blocks().isEmpty();
        if (!hasBoth) {
            return result;
        }
        return CopyDetector.findCopies(result).isEmpty() ? result.withStructuredAsText() : result.withoutStructured();
    }
}
