package dev.plimsoll.gateway.trial;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parsed answer: its content blocks, with Plimsoll's headers separated from the content.
 *
 * @param blocks the content blocks in order
 * @param structured the structured content; null if there is none
 * @param page the metadata of the shown page, {@code _meta["dev.plimsoll/page"]}; null if nothing was shaped
 */
public record ParsedAnswer(
        List<Block> blocks,
        @Nullable Slice structured,
        @Nullable Slice page,
        boolean isError) {

    /**
     * Member that contains the header, in the forms in which the members of the original object stay at the
     * top level.
     */
    private static final String PLIMSOLL_MEMBER = "_plimsoll";

    private static final String NOTICE = "notice";
    private static final String NEXT_CURSOR = "nextCursor";

    /** Field that the header of each chunk has, and no other header. */
    private static final String START_LINE = "startLine";

    /** Fields of the metadata that a short form of the header leaves out. */
    private static final Set<String> OPTIONAL_FIELDS = Set.of(
            "snapshotAt",
            "estimatedTokens",
            "budgetUsed",
            "budgetRemaining",
            "originalTokens",
            "originalTokensExact",
            "originalBytes",
            "chunkIndex",
            "totalChunks",
            "previousCursor");

    private static final List<String> BODY_MEMBERS = List.of("items", "matches", "results", "value", "outline");
    private static final Map<String, String> NOUN_BY_TOTAL =
            Map.of("totalCount", "item", "totalMatches", "match", "totalResults", "result");

    public ParsedAnswer {
        blocks = List.copyOf(blocks);
    }

    /**
     * One content block.
     *
     * @param type the type in the message, such as {@code text}
     * @param header fields of Plimsoll's header as JSON, by name; empty if there is no header
     * @param body the text or JSON value; for a block without text, the block itself
     * @param isJson whether the body is a JSON value
     * @param bodyMember name of the member that contains the body, such as {@code items}; empty if the body
     *     is not in a member
     */
    public record Block(String type, Map<String, Slice> header, Slice body, boolean isJson, String bodyMember) {

        public Block {
            header = Collections.unmodifiableMap(new LinkedHashMap<>(header));
        }

        /** Returns whether this is an image, audio, or a blob. */
        public boolean isBinary() {
            return isJson && !type.equals("text") && !type.equals("resource_link");
        }

        /** Returns a field of the header; null if it is missing or not a string. */
        public @Nullable String findText(String field) {
            Slice value = header.get(field);
            return value == null || Json.type(value) != JsonType.STRING ? null : unescape(value);
        }
    }

    public static ParsedAnswer parse(Slice resultObject) {
        ToolResult result = ToolResult.parse(resultObject);
        if (result == null) {
            return new ParsedAnswer(List.of(), null, null, false);
        }
        Slice page = result.meta() == null ? null : Members.get(result.meta(), "dev.plimsoll/page");
        List<Block> blocks = new ArrayList<>();
        result.blocks().forEach(contentBlock -> blocks.add(parseBlock(contentBlock, page)));
        return new ParsedAnswer(blocks, result.structured(), page, result.isError());
    }

    private static Block parseBlock(ContentBlock contentBlock, @Nullable Slice page) {
        if (contentBlock.text() == null) {
            Slice type = Members.get(contentBlock.raw(), "type");
            String name = type == null || Json.type(type) != JsonType.STRING ? "?" : unescape(type);
            return new Block(name, Map.of(), contentBlock.raw(), true, "");
        }
        Document document = Document.ofText(contentBlock.text());
        String type = contentBlock.type() == ContentBlock.Type.TEXT ? "text" : "resource";
        Block shaped = page == null
                ? null
                : document.hasType(JsonType.OBJECT)
                        ? parseShaped(type, document.bytes(), page)
                        : parseChunk(type, document.bytes(), page);
        return shaped != null ? shaped : new Block(type, Map.of(), document.bytes(), document.isJson(), "");
    }

    /** Separates a text from the header in its first line; returns null if it has no header. */
    private static @Nullable Block parseChunk(String type, Slice text, Slice page) {
        int lineEnd = 0;
        while (lineEnd < text.length() && text.at(lineEnd) != '\n') {
            lineEnd++;
        }
        boolean hasEmptyLine = lineEnd > 0 && lineEnd + 1 < text.length() && text.at(lineEnd + 1) == '\n';
        Slice firstLine = text.sub(0, hasEmptyLine ? lineEnd : 0);
        if (!hasEmptyLine || firstLine.at(0) != '{' || !Json.isValid(firstLine)) {
            return null;
        }
        Map<String, Slice> header = membersByName(firstLine);
        return header.containsKey(NOTICE) && hasSameMetadata(header, page)
                ? new Block(type, header, text.sub(lineEnd + 2, text.length()), false, "")
                : null;
    }

    /**
     * Separates an object from its header; returns null if it has no header, or if the original data only
     * looks like one.
     */
    private static @Nullable Block parseShaped(String type, Slice object, Slice page) {
        Members members = Members.of(object);
        if (!members.next()) {
            return null;
        }
        boolean isOwnMember = members.keyIs(PLIMSOLL_MEMBER) && Json.type(members.value()) == JsonType.OBJECT;
        if (!isOwnMember && !members.keyIs(NOTICE)) {
            return null;
        }
        Map<String, Slice> header = membersByName(isOwnMember ? members.value() : object);
        if (!header.containsKey(NOTICE) || !hasSameMetadata(header, page)) {
            return null;
        }
        if (isOwnMember) {
            return new Block(type, header, removeFirstMember(object, members), true, "");
        }
        Slice text = header.get(START_LINE) == null ? null : header.remove("text");
        if (text != null && Json.type(text) == JsonType.STRING) {
            return new Block(type, header, Slice.of(JsonText.unescape(Json.stringInside(text))), false, "");
        }
        for (String member : BODY_MEMBERS) {
            // an outline is usually the body; on first pages of lists and in first chunks of logs, it belongs
            // to the header
            boolean isHeaderField =
                    member.equals("outline") && (header.containsKey("range") || header.containsKey(START_LINE));
            Slice body = isHeaderField ? null : header.remove(member);
            if (body != null) {
                return new Block(type, header, body, true, member);
            }
        }
        return new Block(type, header, object.sub(0, 0), true, "");
    }

    /**
     * Returns whether the header has the fields of {@code _meta} with the same values. Data that only looks
     * like a header cannot have these values. Optional fields may be missing.
     */
    private static boolean hasSameMetadata(Map<String, Slice> header, Slice page) {
        boolean hasCommonField = false;
        Members members = Members.of(page);
        while (members.next()) {
            String field = members.keyText();
            Slice headerValue = header.get(field);
            if (headerValue == null ? !OPTIONAL_FIELDS.contains(field) : !headerValue.equals(members.value())) {
                return false;
            }
            hasCommonField |= headerValue != null;
        }
        return hasCommonField && (header.containsKey(NEXT_CURSOR) == (Members.get(page, NEXT_CURSOR) != null));
    }

    private static Map<String, Slice> membersByName(Slice object) {
        Map<String, Slice> fields = new LinkedHashMap<>();
        Members members = Members.of(object);
        while (members.next()) {
            fields.put(members.keyText(), members.value());
        }
        return fields;
    }

    /** Returns the object without its first member. */
    private static Slice removeFirstMember(Slice object, Members ownMember) {
        int end = Json.skipSpace(object.bytes(), ownMember.value().to(), object.to());
        int start = end < object.to() && object.bytes()[end] == ',' ? end + 1 : end;
        return new ByteSink(object.to() - start + 1)
                .ascii("{")
                .raw(new Slice(object.bytes(), start, object.to()))
                .slice();
    }

    /** Returns the text of a JSON string. */
    public static String unescape(Slice string) {
        return Slice.of(JsonText.unescape(Json.stringInside(string))).utf8();
    }

    /** Returns the first block with a header; null if there is none. */
    public @Nullable Block findHeaderBlock() {
        for (Block block : blocks) {
            if (!block.header.isEmpty()) {
                return block;
            }
        }
        return null;
    }

    /** Returns a number in the metadata of the page; -1 if it is missing. */
    public long metadataNumber(String field) {
        Slice value = page == null ? null : Members.get(page, field);
        return value == null ? -1 : Long.parseLong(value.utf8());
    }

    /** Returns the noun for the units of the page's range: item, match, or result. */
    public String unitNoun() {
        String total = totalField();
        return total == null ? "item" : NOUN_BY_TOTAL.getOrDefault(total, "item");
    }

    /** Returns the total number of the units on all pages; -1 if it is unknown. */
    public long total() {
        String total = totalField();
        return total == null ? -1 : metadataNumber(total);
    }

    private @Nullable String totalField() {
        for (String field : List.of("totalMatches", "totalResults", "totalCount")) {
            if (metadataNumber(field) >= 0) {
                return field;
            }
        }
        return null;
    }

    /** Returns the numbers of the first and the last unit shown, from 1; null if the page has no range. */
    public long @Nullable [] range() {
        Slice value = page == null ? null : Members.get(page, "range");
        if (value == null) {
            return null;
        }
        ItemIndex items = ItemIndex.of(value);
        return new long[] {
            Long.parseLong(items.item(0).utf8()), Long.parseLong(items.item(1).utf8())
        };
    }

    /** Returns a string of the page's metadata; null if it is missing. */
    public @Nullable String findText(String field) {
        Slice value = page == null ? null : Members.get(page, field);
        return value == null ? null : unescape(value);
    }
}
