package dev.plimsoll.measure;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.ToolResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Detector of a page of a text that another Plimsoll, between this one and the server, has made: a block with the
 * header and the text, and structured content with both. Any server can set the mark in {@code _meta}, so the
 * mark alone proves nothing. The blocks are a copy only if the structured content contains all of their data,
 * and they repeat each value at most once.
 */
final class NestedPageDetector {

    private static final String MARK = "dev.plimsoll/page";

    /** Member for the object around a cut string. */
    private static final String VALUE = "value";

    // limits of a page; a result above them is not compared
    private static final int MAX_MEMBERS = 64;
    private static final int MAX_DEPTH = 16;
    private static final int MAX_BLOCKS = 8;
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_HEADER_BYTES = 1 << 13;

    /** Members of the structured content that no block has repeated yet. */
    private final Map<String, Slice> members = new HashMap<>();

    /** Strings of the structured content that no block has repeated yet. */
    private final List<Slice> strings = new ArrayList<>();

    private NestedPageDetector() {}

    /** Returns all blocks as copies if the result is such a page; otherwise no copies. */
    static Copies findCopies(ToolResult result) {
        Slice structured = result.structured();
        Slice meta = result.meta();
        boolean isMarked = meta != null && Json.type(meta) == JsonType.OBJECT && Members.get(meta, MARK) != null;
        int blocks = result.blocks().size();
        boolean isSmall = blocks <= MAX_BLOCKS && result.raw().length() <= MAX_BYTES;
        if (structured != null
                && isMarked
                && isSmall
                && new NestedPageDetector().isRepeatedByAllBlocks(structured, result)) {
            BitSet blockIndexes = new BitSet();
            blockIndexes.set(0, blocks);
            return Copies.ofWhole(blockIndexes);
        }
        return Copies.NONE;
    }

    private boolean isRepeatedByAllBlocks(Slice structured, ToolResult result) {
        if (!addMembers(structured)) {
            return false;
        }
        for (ContentBlock contentBlock : result.blocks()) {
            Slice text = contentBlock.type() == ContentBlock.Type.TEXT ? contentBlock.text() : null;
            if (text == null || !removeRepeatedData(JsonText.unescapeToSlice(text))) {
                return false;
            }
        }
        return true;
    }

    /** Reads the structured content; returns false if it is not a page of a text. */
    private boolean addMembers(Slice object) {
        if (Json.type(object) != JsonType.OBJECT) {
            return false;
        }
        Members objectMembers = Members.of(object);
        while (objectMembers.next()) {
            if (objectMembers.key().length() > MAX_HEADER_BYTES || members.size() >= MAX_MEMBERS) {
                return false;
            }
            boolean isAdded = objectMembers.keyIs(VALUE)
                    ? addStrings(objectMembers.value(), 0)
                    : members.put(objectMembers.keyText(), objectMembers.value()) == null;
            if (!isAdded) {
                return false;
            }
        }
        return true;
    }

    /** Adds the strings of the object around the text; returns false if there are too many, or they are too deep. */
    private boolean addStrings(Slice value, int depth) {
        JsonType type = Json.type(value);
        if (type == JsonType.STRING) {
            strings.add(value);
        }
        if (type != JsonType.OBJECT) {
            return strings.size() <= MAX_MEMBERS;
        }
        Members objectMembers = Members.of(value);
        while (objectMembers.next()) {
            if (depth >= MAX_DEPTH || !addStrings(objectMembers.value(), depth + 1)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Removes the members and the string that the text of a block repeats. Returns false if the text is not a header,
     * an empty line, and a string of the structured content.
     */
    private boolean removeRepeatedData(Slice text) {
        int end = 0;
        while (end < text.length() && text.at(end) != '\n') {
            end++;
        }
        if (end + 1 >= text.length() || text.at(end + 1) != '\n') {
            return false;
        }
        return removeHeader(text.sub(0, end)) && removeText(text.sub(end + 2, text.length()));
    }

    private boolean removeText(Slice text) {
        return removeText(strings.iterator(), text)
                || removeText(members.values().iterator(), text);
    }

    private static boolean removeText(Iterator<Slice> values, Slice text) {
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

    /** Removes the members that the header repeats; returns false if the text is not a header of these members. */
    private boolean removeHeader(Slice text) {
        if (text.length() > MAX_HEADER_BYTES || !Json.isValid(text) || Json.type(Json.trim(text)) != JsonType.OBJECT) {
            return false;
        }
        Members objectMembers = Members.of(text);
        while (objectMembers.next()) {
            Slice repeatedValue = members.remove(objectMembers.keyText());
            if (repeatedValue == null || !repeatedValue.contentEquals(objectMembers.value())) {
                return false;
            }
        }
        return true;
    }
}
