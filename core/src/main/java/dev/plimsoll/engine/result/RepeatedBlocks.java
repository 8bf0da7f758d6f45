package dev.plimsoll.engine.result;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;

/**
 * Removes structured content that only repeats the content blocks, if one of them is binary: the repetition contains it as
 * base64, which no model can read. The reference server for files returns such results ({@code read_media_file}).
 */
public final class RepeatedBlocks {

    private RepeatedBlocks() {}

    /** Returns the result without such structured content; the same object if it has none. */
    public static ToolResult without(ToolResult result) {
        boolean isRepeated = result.structured() != null
                && result.blocks().stream().anyMatch(ContentBlock::isBinary)
                && isRepetition(result, result.structured());
        return isRepeated ? result.withoutStructured() : result;
    }

    private static boolean isRepetition(ToolResult result, Slice structured) {
        if (Json.type(structured) != JsonType.OBJECT) {
            return false;
        }
        Members members = Members.of(structured);
        if (!members.next() || !members.keyIs("content") || members.type() != JsonType.ARRAY) {
            return false;
        }
        Elements repeated = Elements.of(members.value());
        for (ContentBlock block : result.blocks()) {
            if (!repeated.next() || !isSame(block.raw(), repeated.value())) {
                return false;
            }
        }
        return !repeated.next() && !members.next();
    }

    private static boolean isSame(Slice block, Slice other) {
        return block.contentEquals(other) || CopyDetector.hasSameData(block, other);
    }
}
