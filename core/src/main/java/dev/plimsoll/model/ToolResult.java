package dev.plimsoll.model;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool's result as ranges of its own bytes.
 *
 * @param raw the result object as it came
 * @param parts its content blocks, in order
 * @param structured its {@code structuredContent}; null where there is none, or a JSON null, which says the same
 * @param error whether {@code isError} is true
 * @param meta its {@code _meta}, an object in all sound results, or null
 * @param others its remaining members, each as {@code "name":value}, as they came
 * @param tag its {@code resultType}, or null: it is among the others too
 * @param task whether it only says that a task was created, and its content comes later
 */
public record ToolResult(
        Slice raw,
        List<ContentBlock> parts,
        @Nullable Slice structured,
        boolean error,
        @Nullable Slice meta,
        List<Slice> others,
        @Nullable Slice tag,
        boolean task) {

    private static final Slice COMPLETE = Slice.of("\"complete\"");

    public ToolResult {
        parts = List.copyOf(parts);
        others = List.copyOf(others);
    }

    /** Reads valid JSON; null when it is no object, for then there is nothing here that we know how to shape. */
    public static @Nullable ToolResult of(Slice raw) {
        Slice value = Json.trim(raw);
        if (value.isEmpty() || Json.type(value) != JsonType.OBJECT || value.at(value.length() - 1) != '}') {
            return null;
        }
        return of(value, Members.of(value));
    }

    /** The same of a result that was checked already, without walking its large parts again. */
    public static @Nullable ToolResult of(CheckedJson checked) {
        return Json.type(checked.value()) == JsonType.OBJECT ? of(checked.value(), Members.of(checked)) : null;
    }

    private static ToolResult of(Slice value, Members members) {
        List<ContentBlock> parts = new ArrayList<>();
        List<Slice> others = new ArrayList<>();
        Slice structured = null;
        Slice meta = null;
        Slice tag = null;
        boolean error = false;
        boolean task = false;
        boolean content = false;
        while (members.next()) {
            if (members.keyIs("content")) {
                content = true;
                parts = members.type() == JsonType.ARRAY ? partsOf(members.elements()) : List.of();
            } else if (members.keyIs("structuredContent")) {
                structured = members.type() == JsonType.NULL ? null : members.value();
            } else if (members.keyIs("isError")) {
                error = members.value().contentEquals(Slice.of("true"));
            } else if (members.keyIs("_meta")) {
                meta = members.value();
            } else {
                tag = members.keyIs("resultType") && members.type() != JsonType.NULL ? members.value() : tag;
                task |= members.keyIs("task") && members.type() == JsonType.OBJECT;
                others.add(members.member());
            }
        }
        boolean empty = !content && structured == null;
        return new ToolResult(value, parts, structured, error, meta, others, tag, task && empty);
    }

    /**
     * Whether this is all there is for that client: neither a request for more input nor a task, which nobody but the client
     * may touch. Legacy clients know no {@code resultType}: content is content to them, whatever stands there.
     */
    public boolean completeFor(ClientFeatures clientFeatures) {
        boolean shown = clientFeatures.tag().isEmpty() && (!parts.isEmpty() || structured != null);
        return !task && (tag == null || tag.contentEquals(COMPLETE) || shown);
    }

    private static List<ContentBlock> partsOf(Elements blocks) {
        List<ContentBlock> parts = new ArrayList<>();
        while (blocks.next()) {
            parts.add(ContentBlock.of(blocks));
        }
        return parts;
    }
}
