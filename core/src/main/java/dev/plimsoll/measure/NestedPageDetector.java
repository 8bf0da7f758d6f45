package dev.plimsoll.measure;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.ToolResult;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Detects a page that another Plimsoll has made of a text: a block with the header, a block with the text, and structured
 * content with both. Any server can set the mark in {@code _meta}, so the mark alone proves nothing. The blocks are a copy only
 * if the structured content contains all of their data, and they repeat each member at most once.
 */
final class NestedPageDetector {

    private static final String MARK = "dev.plimsoll/page";
    private static final String HEADER = "_plimsoll";
    private static final int MAX_MEMBERS = 64;
    private static final int MAX_BLOCKS = 8;
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_HEADER_BYTES = 1 << 13;

    /** Members of the structured content that no block has repeated yet. */
    private final Map<String, Slice> members = new HashMap<>();

    private NestedPageDetector() {}

    /** Returns all blocks if they are such a copy, otherwise none. */
    static BitSet findCopies(ToolResult result) {
        BitSet copies = new BitSet();
        Slice structured = result.structured();
        Slice meta = result.meta();
        boolean marked = meta != null && Json.type(meta) == JsonType.OBJECT && Members.get(meta, MARK) != null;
        int blocks = result.blocks().size();
        boolean small = blocks <= MAX_BLOCKS && result.raw().length() <= MAX_BYTES;
        if (structured != null && marked && small && new NestedPageDetector().repeats(structured, result)) {
            copies.set(0, blocks);
        }
        return copies;
    }

    private boolean repeats(Slice structured, ToolResult result) {
        if (!addMembers(structured)) {
            return false;
        }
        for (ContentBlock contentBlock : result.blocks()) {
            Slice text = contentBlock.type() == ContentBlock.Type.TEXT ? contentBlock.text() : null;
            if (text == null || !(isText(JsonText.unescapeToSlice(text)) || isHeader(JsonText.unescapeToSlice(text)))) {
                return false;
            }
        }
        return true;
    }

    private boolean addMembers(Slice object) {
        if (Json.type(object) != JsonType.OBJECT) {
            return false;
        }
        Members each = Members.of(object);
        while (each.next()) {
            boolean header = each.keyIs(HEADER);
            if (members.size() >= MAX_MEMBERS
                    || each.key().length() > MAX_HEADER_BYTES
                    || (!header && members.put(each.keyText(), each.value()) != null)
                    || (header && !addMembers(each.value()))) {
                return false;
            }
        }
        return true;
    }

    private boolean isText(Slice text) {
        Iterator<Slice> values = members.values().iterator();
        while (values.hasNext()) {
            Slice value = values.next();
            if (Json.type(value) == JsonType.STRING
                    && JsonText.unescapeToSlice(Json.stringInside(value)).contentEquals(text)) {
                values.remove();
                return true;
            }
        }
        return false;
    }

    private boolean isHeader(Slice text) {
        if (text.length() > MAX_HEADER_BYTES || !Json.isValid(text) || Json.type(Json.trim(text)) != JsonType.OBJECT) {
            return false;
        }
        Members each = Members.of(text);
        while (each.next()) {
            Slice same = members.remove(each.keyText());
            if (same == null || !same.contentEquals(each.value())) {
                return false;
            }
        }
        return true;
    }
}
