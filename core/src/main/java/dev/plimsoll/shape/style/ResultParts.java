package dev.plimsoll.shape.style;

import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.function.Supplier;

/**
 * The parts of a result that a style could show in its own form.
 *
 * @param document creates the document when it is needed
 * @param count 1 for structured content or a single block, else the number of blocks; 0 for errors and for results that
 *     are not of a tool
 */
public record ResultParts(Supplier<Document> document, int count) {

    public static ResultParts of(ToolResult result, Supplier<Document> document) {
        int count = result.structured() != null ? 1 : result.blocks().size();
        return new ResultParts(document, result.isError() ? 0 : count);
    }
}
