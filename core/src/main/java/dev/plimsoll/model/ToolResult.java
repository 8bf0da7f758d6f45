package dev.plimsoll.model;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a tool, as ranges of the bytes that were received.
 *
 * @param raw result object as received
 * @param blocks content blocks, in order
 * @param structured {@code structuredContent}; null if absent or JSON null
 * @param isError whether {@code isError} is true
 * @param meta {@code _meta}, an object in all valid results, or null
 * @param otherMembers remaining members, each as {@code "name":value}, as received
 * @param resultType {@code resultType}, or null; also one of {@code otherMembers}
 * @param isTask whether the result only announces a task, whose content follows later
 * @param hasRemovedStructured whether the server sent structured content that is not {@code structured} here
 */
public record ToolResult(
        Slice raw,
        List<ContentBlock> blocks,
        @Nullable Slice structured,
        boolean isError,
        @Nullable Slice meta,
        List<Slice> otherMembers,
        @Nullable Slice resultType,
        boolean isTask,
        boolean hasRemovedStructured) {

    private static final Slice COMPLETE = Slice.of("\"complete\"");

    public ToolResult {
        blocks = List.copyOf(blocks);
        otherMembers = List.copyOf(otherMembers);
    }

    /** Returns a copy without structured content, but with the same bytes. */
    public ToolResult withoutStructured() {
        return new ToolResult(raw, blocks, null, isError, meta, otherMembers, resultType, isTask, structured != null);
    }

    /** Returns a copy that is marked as a result whose structured content was removed from its bytes. */
    public ToolResult withRemovedStructured() {
        return new ToolResult(raw, blocks, null, isError, meta, otherMembers, resultType, isTask, true);
    }

    /** Returns a copy with the structured content as the text of one more block, but with the same bytes. */
    public ToolResult withStructuredAsText() {
        if (structured == null) {
            return this;
        }
        JsonWriter json = new JsonWriter(structured.length() + 64).beginArray().beginObject();
        json.string("type", "text").string("text", structured);
        List<ContentBlock> extendedBlocks = new ArrayList<>(blocks);
        extendedBlocks.addAll(
                parseBlocks(Elements.of(json.endObject().endArray().slice())));
        return new ToolResult(raw, extendedBlocks, null, isError, meta, otherMembers, resultType, isTask, true);
    }

    /** Returns whether the server sent structured content, which a client may require of an answer. */
    public boolean hasReceivedStructured() {
        return structured != null || hasRemovedStructured;
    }

    /** Parses valid JSON. Returns null if it is not an object, because Plimsoll cannot shape it. */
    public static @Nullable ToolResult parse(Slice raw) {
        Slice value = Json.trim(raw);
        if (value.isEmpty() || Json.type(value) != JsonType.OBJECT || value.at(value.length() - 1) != '}') {
            return null;
        }
        return parse(value, Members.of(value));
    }

    /** Parses validated JSON without another pass over its large parts. Returns null if it is not an object. */
    public static @Nullable ToolResult parse(CheckedJson checked) {
        return Json.type(checked.value()) == JsonType.OBJECT ? parse(checked.value(), Members.of(checked)) : null;
    }

    private static ToolResult parse(Slice value, Members members) {
        List<ContentBlock> blocks = new ArrayList<>();
        List<Slice> otherMembers = new ArrayList<>();
        Slice structured = null;
        Slice meta = null;
        Slice resultType = null;
        boolean isError = false;
        boolean hasTask = false;
        boolean hasContent = false;
        while (members.next()) {
            if (members.keyIs("content")) {
                hasContent = true;
                blocks = members.type() == JsonType.ARRAY ? parseBlocks(members.elements()) : List.of();
            } else if (members.keyIs("structuredContent")) {
                structured = members.type() == JsonType.NULL ? null : members.value();
            } else if (members.keyIs("isError")) {
                isError = members.value().contentEquals(Slice.of("true"));
            } else if (members.keyIs("_meta")) {
                meta = members.value();
            } else {
                resultType =
                        members.keyIs("resultType") && members.type() != JsonType.NULL ? members.value() : resultType;
                hasTask |= members.keyIs("task") && members.type() == JsonType.OBJECT;
                otherMembers.add(members.member());
            }
        }
        boolean isEmpty = !hasContent && structured == null;
        return new ToolResult(
                value, blocks, structured, isError, meta, otherMembers, resultType, hasTask && isEmpty, false);
    }

    /**
     * Returns whether the result is complete for this client: neither an input request nor a task, which only the client may
     * handle. Legacy clients do not know {@code resultType}: for them, a result with content is always complete.
     */
    public boolean isCompleteFor(ClientFeatures clientFeatures) {
        boolean isLegacyComplete = !clientFeatures.needsResultType() && (!blocks.isEmpty() || structured != null);
        return !isTask && (resultType == null || resultType.contentEquals(COMPLETE) || isLegacyComplete);
    }

    private static List<ContentBlock> parseBlocks(Elements elements) {
        List<ContentBlock> blocks = new ArrayList<>();
        while (elements.next()) {
            blocks.add(ContentBlock.of(elements));
        }
        return blocks;
    }
}
