package dev.plimsoll.laws;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.testkit.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One answer as a client gets it, and what it says of itself. */
record Answered(byte[] bytes, Receipt receipt) {

    private static final Pattern STUB_CURSOR = Pattern.compile("with cursor ([A-Za-z0-9_-]{48})[\\] ]");
    private static final Pattern LINK = Pattern.compile("\"plimsoll://blob/([A-Za-z0-9_-]{48})\"");

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

    /** The decoded texts of the text blocks. */
    List<Slice> texts() {
        List<Slice> texts = new ArrayList<>();
        for (Slice block : blocks()) {
            Slice text = Json.type(block) == JsonType.OBJECT ? Members.get(block, "text") : null;
            if (Quoted.isString(text)) {
                texts.add(Quoted.text(text));
            }
        }
        return texts;
    }

    @Nullable Slice structured() {
        return member("structuredContent");
    }

    boolean isError() {
        Slice error = member("isError");
        return error != null && error.utf8().equals("true");
    }

    /** What stands in {@code _meta["dev.plimsoll/page"]}. */
    @Nullable JsonNode page() {
        Slice meta = member("_meta");
        Slice page = meta == null ? null : Members.get(meta, "dev.plimsoll/page");
        return page == null ? null : Parsed.tree(page.toByteArray());
    }

    boolean isShaped() {
        return page() != null;
    }

    @Nullable JsonNode budget() {
        Slice meta = member("_meta");
        Slice budget = meta == null ? null : Members.get(meta, "dev.plimsoll/budget");
        return budget == null ? null : Parsed.tree(budget.toByteArray());
    }

    /** What {@code _meta["dev.plimsoll/budget"]} tells. */
    JsonNode mustTell() {
        JsonNode budget = budget();
        if (budget == null) {
            throw new AssertionError("no word of its cost in " + this);
        }
        return budget;
    }

    @Nullable String pageText(String field) {
        JsonNode page = page();
        JsonNode value = page == null ? null : page.get(field);
        return value == null ? null : value.asString();
    }

    @Nullable String nextCursor() {
        return pageText("nextCursor");
    }

    /** The text that carries the header: the structured content, or a text block that is JSON. */
    @Nullable Shown shown() {
        Slice structured = structured();
        if (structured != null) {
            Shown shown = Shown.of(structured, -1, this);
            if (shown != null) {
                return shown;
            }
        }
        List<Slice> texts = texts();
        for (int i = 0; i < texts.size(); i++) {
            Slice text = texts.get(i);
            Shown shown = Parsed.isJson(text.toByteArray()) ? Shown.of(text, i, this) : null;
            if (shown != null) {
                return shown;
            }
        }
        return null;
    }

    Shown mustShow() {
        Shown shown = shown();
        if (shown == null) {
            throw new AssertionError("no header in " + this);
        }
        return shown;
    }

    /** Cursors that stand in short texts in the place of blocks. */
    List<String> stubCursors() {
        return found(STUB_CURSOR);
    }

    List<String> links() {
        return found(LINK);
    }

    private List<String> found(Pattern pattern) {
        List<String> found = new ArrayList<>();
        for (Slice block : blocks()) {
            String text = block.length() < 2_000 ? block.utf8() : "";
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }

    @Override
    public String toString() {
        String text = raw().utf8();
        return receipt.outcome() + " (" + receipt.why() + "): "
                + (text.length() > 1_500 ? text.substring(0, 1_500) + "…" : text);
    }
}
