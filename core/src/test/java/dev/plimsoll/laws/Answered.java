package dev.plimsoll.laws;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An answer as a client receives it, with its header. */
final class Answered {

    private static final Pattern REPLACEMENT =
            Pattern.compile("(?:with cursor |plimsoll://blob/)([A-Za-z0-9_-]{48})[\"\\] ]");

    private final byte[] bytes;
    private final Receipt receipt;
    private boolean isShownComputed;
    private @Nullable Shown shown;

    Answered(byte[] bytes, Receipt receipt) {
        this.bytes = bytes;
        this.receipt = receipt;
    }

    byte[] bytes() {
        return bytes;
    }

    Receipt receipt() {
        return receipt;
    }

    Slice raw() {
        return Slice.of(bytes);
    }

    @Nullable Slice member(String name) {
        return Members.get(raw(), name);
    }

    List<Slice> blocks() {
        Slice content = member("content");
        List<Slice> blocks = new ArrayList<>();
        if (content != null && Json.type(content) == JsonType.ARRAY) {
            ItemIndex index = ItemIndex.of(content);
            for (int i = 0; i < index.count(); i++) {
                blocks.add(index.item(i));
            }
        }
        return blocks;
    }

    /** Returns the decoded texts of the blocks that have one. */
    List<Slice> texts() {
        List<Slice> texts = new ArrayList<>();
        for (Slice block : blocks()) {
            Slice text = textOf(block);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** Returns the decoded text of a text block or embedded resource, or null if the block has none. */
    static @Nullable Slice textOf(Slice block) {
        if (Json.type(block) != JsonType.OBJECT) {
            return null;
        }
        Slice resource = Members.get(block, "resource");
        boolean embedded = resource != null && Json.type(resource) == JsonType.OBJECT;
        Slice text = Members.get(embedded && resource != null ? resource : block, "text");
        return JsonStrings.isString(text) ? JsonStrings.text(text) : null;
    }

    @Nullable Slice structured() {
        Slice structured = member("structuredContent");
        return structured == null || Json.type(structured) == JsonType.NULL ? null : structured;
    }

    boolean isError() {
        Slice error = member("isError");
        return error != null && error.utf8().equals("true");
    }

    private @Nullable Fields meta(String name) {
        Slice meta = member("_meta");
        Slice found = meta == null ? null : Members.get(meta, "dev.plimsoll/" + name);
        return found == null ? null : new Fields(found);
    }

    /** Returns {@code _meta["dev.plimsoll/page"]}. */
    @Nullable Fields page() {
        return meta("page");
    }

    boolean isShaped() {
        return page() != null && !isSlimmed();
    }

    /** Returns whether this is the whole result with slimmed JSON. */
    boolean isSlimmed() {
        return receipt.outcome() == OutcomeKind.SLIMMED;
    }

    /** Returns {@code _meta["dev.plimsoll/budget"]}. */
    Fields budget() {
        Fields budget = meta("budget");
        if (budget == null) {
            throw new AssertionError("no dev.plimsoll/budget in " + this);
        }
        return budget;
    }

    @Nullable String pageText(String field) {
        Fields page = page();
        return page == null ? null : page.findText(field);
    }

    @Nullable String nextCursor() {
        return pageText("nextCursor");
    }

    /** Returns the object with the header, from the structured content or a text block; null if there is none. */
    @Nullable Shown shown() {
        if (!isShownComputed) {
            isShownComputed = true;
            shown = findShown();
        }
        return shown;
    }

    private @Nullable Shown findShown() {
        Slice structured = structured();
        Fields page = page();
        if (page != null && page.has("form")) {
            return findLiteral(structured, page);
        }
        Shown found = structured == null ? null : Shown.of(structured, -1, this);
        List<Slice> texts = texts();
        for (int i = 0; i < texts.size() && found == null; i++) {
            Chunk chunk = Chunk.of(texts.get(i));
            found = Shown.of(chunk == null ? texts.get(i) : chunk.header(), i, this);
        }
        return found;
    }

    /** Finds the header of an answer in a literal form: one whose keys a style such as probe prescribes. */
    private @Nullable Shown findLiteral(@Nullable Slice structured, Fields page) {
        Shown found = structured == null ? null : Shown.literal(structured, -1, page);
        List<Slice> texts = texts();
        for (int i = 0; i < texts.size() && found == null; i++) {
            found = Shown.literal(texts.get(i), i, page);
        }
        return found;
    }

    /** Returns the text of a chunk, which comes after its header. */
    Slice chunkText() {
        Chunk chunk = Chunk.of(texts().get(getShown().block()));
        if (chunk == null) {
            throw new AssertionError("no chunk in " + this);
        }
        return chunk.text();
    }

    Shown getShown() {
        Shown found = shown();
        if (found == null) {
            throw new AssertionError("no header in " + this);
        }
        return found;
    }

    /** Returns the cursors in a block that replaces a block of the result, such as an image: in its text
     * or its link. */
    static List<String> cursorsIn(Slice block) {
        List<String> found = new ArrayList<>();
        Matcher matcher = REPLACEMENT.matcher(block.length() < 2_000 ? block.utf8() : "");
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /** Returns all cursors in blocks that replace blocks of the result. */
    List<String> replacementCursors() {
        return blocks().stream().flatMap(block -> cursorsIn(block).stream()).toList();
    }

    @Override
    public String toString() {
        String text = raw().utf8();
        return receipt.outcome() + " (" + receipt.reason() + "): "
                + (text.length() > 1_500 ? text.substring(0, 1_500) + "…" : text);
    }
}
