package dev.plimsoll.format;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.model.ResourceResult;
import dev.plimsoll.model.ToolResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the items of a result that is a list: the items that its pages would have in total. */
public final class ItemCount {

    private static final int NOT_A_LIST = -1;

    private ItemCount() {}

    /**
     * Returns the number of items in the result of a tool or of {@code resources/read}; -1 if it is not a list. Counting
     * takes several times as long as passing the result, so call this method outside the request.
     */
    public static int of(Slice result) {
        try {
            ToolResult toolResult = parse(result);
            return toolResult == null || toolResult.isError() ? NOT_A_LIST : of(toolResult);
        } catch (RuntimeException e) {
            // results with invalid JSON inside are passed on and are not lists
            return NOT_A_LIST;
        }
    }

    /** Parses the result of a tool or of {@code resources/read}; null if it is neither. */
    private static @Nullable ToolResult parse(Slice result) {
        ToolResult toolResult = ToolResult.parse(result);
        boolean hasContent = toolResult != null && (!toolResult.blocks().isEmpty() || toolResult.structured() != null);
        Slice convertedResource = hasContent ? null : ResourceResult.asToolResult(result);
        return convertedResource == null ? toolResult : ToolResult.parse(convertedResource);
    }

    private static int of(ToolResult result) {
        int blocks = result.blocks().size();
        boolean hasStructured = result.structured() != null;
        if (!hasStructured && blocks != 1) {
            return blocks == 0 ? NOT_A_LIST : blocks;
        }
        return hasStructured || result.blocks().get(0).text() != null ? of(Document.of(result)) : NOT_A_LIST;
    }

    private static int of(Document document) {
        if (document.hasType(JsonType.ARRAY)) {
            return ItemIndex.of(document.bytes()).count();
        }
        TextRecords data = TextRecords.find(document);
        DominantValue list = data != null
                ? data.findDominantValue(MemberIndex::of)
                : document.hasType(JsonType.OBJECT) ? findDominantValue(document.bytes()) : null;
        return list != null && list.isArray() ? ItemIndex.of(list.value()).count() : NOT_A_LIST;
    }

    private static @Nullable DominantValue findDominantValue(Slice object) {
        MemberIndex members = MemberIndex.of(object);
        DominantValue found = DominantValue.find(object, members);
        // an empty list never makes up most of its object
        boolean isEmptyList = found == null && members.count() == 1 && Json.type(members.value(0)) == JsonType.ARRAY;
        return isEmptyList ? new DominantValue(List.of(members.keyText(0)), members.value(0)) : found;
    }
}
