package dev.plimsoll.gateway.paging;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.CopyDetector;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Copies;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.shape.upstream.PageScan;
import dev.plimsoll.shape.upstream.PagingRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool's result with one page of a list. The list is in the structured content, in one of the text blocks,
 * or in a string inside one of these, such as CSV in a JSON member.
 */
public final class PagedResult {

    private final ToolResult result;

    /** Text block that contains the list; null if the structured content does. */
    private final @Nullable ContentBlock block;

    /** The structured content or the text block that contains the list. */
    private final Document container;

    /** Records in a string of {@code container} (or in all of it, if it is a text); null if there are none. */
    private final @Nullable TextRecords records;

    private PagedResult(ToolResult result, @Nullable ContentBlock block, Document container) {
        this.result = result;
        this.block = block;
        this.container = container;
        TextRecords textRecords = TextRecords.find(container);
        this.records = textRecords != null && hasColumnNamesOutside(textRecords) ? null : textRecords;
    }

    /**
     * Returns whether the rows are arrays, and the names of their columns are outside of the list. Then the
     * rows of several pages can be joined without a conversion to records.
     */
    private static boolean hasColumnNamesOutside(TextRecords records) {
        return Json.type(records.source()) == JsonType.ARRAY && count(records.source()) == count(records.value());
    }

    private static int count(Slice list) {
        int count = 0;
        Elements elements = Json.type(list) == JsonType.ARRAY ? Elements.of(list) : null;
        while (elements != null && elements.next()) {
            count++;
        }
        return count;
    }

    /**
     * Finds the page in a result. If several text blocks have data, the largest is the page.
     *
     * @return null if the result is not valid, is an error, or is not complete, or if it has no data
     */
    public static @Nullable PagedResult of(Slice raw) {
        ToolResult result = Json.isValid(raw) ? ToolResult.parse(raw) : null;
        if (result == null || result.isError() || !result.isCompleteFor(ClientFeatures.current())) {
            return null;
        }
        if (result.structured() != null) {
            return new PagedResult(result, null, Document.ofStructured(result.structured(), null));
        }
        PagedResult largest = null;
        for (ContentBlock block : result.blocks()) {
            Slice text = block.text();
            PagedResult page = text == null ? null : new PagedResult(result, block, Document.ofText(text));
            boolean hasData = page != null && (page.records != null || page.container.isJson());
            if (page != null
                    && hasData
                    && (largest == null
                            || page.container.bytes().length()
                                    > largest.container.bytes().length())) {
                largest = page;
            }
        }
        return largest;
    }

    /** Returns the document of the page. Records replace the string that contains them. */
    public Slice document() {
        if (records == null) {
            return container.bytes();
        }
        return container.isJson() ? records.converted() : records.value();
    }

    /** Returns the list of the page; null if it has none. */
    public @Nullable Slice findList(List<String> path) {
        return findList(document(), path);
    }

    /** Returns the list at a path of a document; null if there is none. */
    public static @Nullable Slice findList(Slice document, List<String> path) {
        return PageScan.at(path, document, List.of(), PagingRule.NONE).list();
    }

    /** Returns the path of the list in the document. */
    public List<String> findPath(PagingScheme paging) {
        return paging.scan(document()).path();
    }

    /**
     * Returns this result with the items of all lists in place of its own list. The bytes of the items do not
     * change.
     *
     * @param lists the lists of the pages; the first is the list of this page
     */
    public Slice join(List<Slice> lists) {
        Slice list = lists.getFirst();
        Slice joinedList = joinLists(lists);
        Slice document;
        if (records == null) {
            document = replaceRange(container.bytes(), list, joinedList);
        } else {
            Slice value = records.value();
            boolean isInside = list.from() >= value.from() && list.to() <= value.to();
            Slice text = isInside ? replaceRange(value, list, joinedList) : joinedList;
            // the text stays a text, so that the result keeps the types that its schema declares
            boolean isString = container.isJson() && Json.type(records.source()) == JsonType.STRING;
            Slice replacement =
                    isString ? new ByteSink(text.length() + 16).string(text).slice() : text;
            document = container.isJson() ? replaceRange(container.bytes(), records.source(), replacement) : text;
        }
        return withDocument(document);
    }

    private Slice withDocument(Slice document) {
        Slice raw = result.raw();
        if (block == null) {
            raw = ObjectEdit.with(raw, "structuredContent", document);
        }
        return ObjectEdit.with(raw, "content", writeContent(document));
    }

    /**
     * Returns the content blocks: one text block has the new document, the other blocks stay, and blocks that
     * are copies of the structured content are left out.
     */
    private Slice writeContent(Slice document) {
        JsonWriter json = new JsonWriter(document.length() + document.length() / 8 + 128).beginArray();
        if (block == null) {
            writeText(document, json);
        }
        Copies copies = block == null ? CopyDetector.findCopies(result) : Copies.NONE;
        for (int i = 0; i < result.blocks().size(); i++) {
            ContentBlock currentBlock = result.blocks().get(i);
            if (block != null && currentBlock.raw().isSameRange(block.raw())) {
                writeText(document, json);
            } else if (!copies.contains(i)) {
                json.raw(currentBlock.raw());
            }
        }
        return json.endArray().slice();
    }

    private static void writeText(Slice document, JsonWriter json) {
        json.beginObject().string("type", "text").string("text", document).endObject();
    }

    private static Slice replaceRange(Slice bytes, Slice part, Slice replacement) {
        return new ByteSink(bytes.length() - part.length() + replacement.length())
                .raw(new Slice(bytes.bytes(), bytes.from(), part.from()))
                .raw(replacement)
                .raw(new Slice(bytes.bytes(), part.to(), bytes.to()))
                .slice();
    }

    private static Slice joinLists(List<Slice> lists) {
        List<Slice> itemsOfLists = new ArrayList<>();
        int length = 2;
        for (Slice list : lists) {
            Slice trimmedList = Json.trim(list);
            Slice inside = Json.trim(trimmedList.sub(1, trimmedList.length() - 1));
            if (!inside.isEmpty()) {
                itemsOfLists.add(inside);
                length += inside.length() + 1;
            }
        }
        ByteSink joinedList = new ByteSink(length).ascii("[");
        for (Slice inside : itemsOfLists) {
            joinedList.ascii(joinedList.size() == 1 ? "" : ",").raw(inside);
        }
        return joinedList.ascii("]").slice();
    }
}
