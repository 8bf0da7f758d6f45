package dev.plimsoll.engine.result;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberRemover;
import dev.plimsoll.json.MemberRemover.Pruned;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.option.OutputSchema;
import dev.plimsoll.policy.setting.MemberGlobs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes the members that {@code production.strip} names from a result: from its structured content, and from each
 * text that is JSON, which is a document of its own. Everything else keeps its bytes.
 */
public final class MemberStripper {

    private final ToolResult result;
    private final MemberGlobs globs;
    private final List<Edit> edits = new ArrayList<>();
    private int removedMembers;

    /** Replacement bytes for a range of the result. */
    private record Edit(Slice range, Slice bytes) {}

    /**
     * Result without the members.
     *
     * @param removedMembers number of members removed from the document; those removed from its copies do not count
     */
    public record StrippedBytes(Slice raw, int removedMembers) {}

    private MemberStripper(ToolResult result, MemberGlobs globs) {
        this.result = result;
        this.globs = globs;
    }

    /**
     * Returns the patterns for this result: none for an error, and none if the tool listing promises the
     * tool's own output schema.
     */
    static List<String> patterns(ToolResult result, Policy policy) {
        List<String> patterns = policy.get(Policy.STRIP);
        boolean isPromised = policy.get(Policy.OUTPUT_SCHEMA) == OutputSchema.SLICE && result.structured() != null;
        return result.isError() || isPromised ? List.of() : patterns;
    }

    /** Removes the members; returns null if there were none. The result must be valid JSON. */
    public static @Nullable StrippedBytes of(ToolResult result, List<String> patterns) {
        if (patterns.isEmpty()) {
            return null;
        }
        MemberStripper memberStripper = new MemberStripper(result, MemberGlobs.of(patterns));
        memberStripper.stripAll();
        return memberStripper.edits.isEmpty()
                ? null
                : new StrippedBytes(memberStripper.applyEdits(), memberStripper.removedMembers);
    }

    private void stripAll() {
        Slice structured = result.structured();
        int removedFromStructured = structured == null ? 0 : prune(structured, structured, false);
        int removedFromTexts = 0;
        for (ContentBlock contentBlock : result.blocks()) {
            Slice text = contentBlock.text();
            removedFromTexts += text == null ? 0 : stripText(text);
        }
        // the texts and the structured content are usually copies of one document, so the numbers are not added
        removedMembers = Math.max(removedFromStructured, removedFromTexts);
    }

    private int stripText(Slice text) {
        Document document = Document.ofText(text);
        if (!document.isJson()) {
            return 0;
        }
        int removedCount = prune(document.bytes(), text, true);
        // the same text may be repeated in the structured content, and needs the same edit there
        Slice structuredText = removedCount == 0 ? null : findOnlyString();
        if (structuredText != null && Document.ofText(structuredText).bytes().contentEquals(document.bytes())) {
            edits.add(new Edit(structuredText, edits.get(edits.size() - 1).bytes));
        }
        return removedCount;
    }

    /**
     * Returns the inside of the string that is the only member of the structured content, or null. Servers wrap texts
     * like that.
     */
    private @Nullable Slice findOnlyString() {
        Slice structured = result.structured();
        Members members =
                structured == null || Json.type(structured) != JsonType.OBJECT ? null : Members.of(structured);
        if (members == null || !members.next() || members.type() != JsonType.STRING) {
            return null;
        }
        Slice text = Json.stringInside(members.value());
        // an edit may already cover the structured content, or this string, if an earlier text block equals this one
        boolean isEdited =
                edits.stream().anyMatch(edit -> edit.range.from() <= text.from() && edit.range.to() >= text.to());
        return members.next() || isEdited ? null : text;
    }

    /**
     * Adds an edit that replaces a range of the result by the value without the members, and returns how many
     * members were removed.
     *
     * @param isEscaped whether the range is the inside of a JSON string
     */
    private int prune(Slice value, Slice range, boolean isEscaped) {
        Pruned pruned = MemberRemover.remove(value, globs);
        if (pruned.removedCount() > 0) {
            ByteSink text = new ByteSink(pruned.value().length() + 16);
            if (isEscaped) {
                JsonText.escape(pruned.value(), text);
            }
            edits.add(new Edit(range, isEscaped ? text.slice() : pruned.value()));
        }
        return pruned.removedCount();
    }

    private Slice applyEdits() {
        Slice raw = result.raw();
        ByteSink out = new ByteSink(raw.length());
        edits.sort(Comparator.comparingInt(edit -> edit.range.from()));
        int position = raw.from();
        for (Edit edit : edits) {
            out.raw(new Slice(raw.bytes(), position, edit.range.from())).raw(edit.bytes);
            position = edit.range.to();
        }
        return out.raw(new Slice(raw.bytes(), position, raw.to())).slice();
    }
}
