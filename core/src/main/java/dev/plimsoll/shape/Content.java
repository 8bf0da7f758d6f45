package dev.plimsoll.shape;

import dev.plimsoll.measure.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.BitSet;

/** One kept result, opened: its parts, its document, which texts are copies, and where the pages of its views begin. */
public final class Content {

    private final ToolResult result;
    private final Document document;
    private final BitSet copies;
    private final Bounds bounds = new Bounds();

    public Content(ToolResult result, Document document) {
        this.result = result;
        this.document = document;
        this.copies = Copies.in(result);
    }

    public ToolResult result() {
        return result;
    }

    public Document document() {
        return document;
    }

    boolean isCopy(int part) {
        return copies.get(part);
    }

    /** The first text block that repeats the structured content, or -1. */
    int firstCopy() {
        return copies.nextSetBit(0);
    }

    Bounds bounds() {
        return bounds;
    }
}
