package dev.plimsoll.shape.upstream;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolArgument;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.MoreUpstream;
import dev.plimsoll.shape.item.IndexedResult;
import dev.plimsoll.view.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scanner for statements in a result that more data is upstream: in the objects around its list, and in the first and
 * last lines of its texts.
 */
public final class UpstreamScanner {

    /** Maximum number of objects around the list, enough for the nested objects of GraphQL. */
    private static final int MAX_DEPTH = 7;

    private static final int MAX_TEXTS = 8;
    private static final int MAX_MAP_SIZE = 1_000;

    private final IndexedResult indexedResult;
    private final UpstreamMembers upstreamMembers = new UpstreamMembers();
    private final @Nullable TextRecords records;
    private String sentence = "";

    private UpstreamScanner(IndexedResult indexedResult) {
        this.indexedResult = indexedResult;
        this.records = indexedResult.records(View.DOCUMENT);
    }

    /**
     * Returns the statements of the result about more data.
     *
     * @param declared the arguments of the tool of the result; empty if unknown
     * @param rule settings about the pages of the tool
     */
    public static MoreUpstream scan(IndexedResult indexedResult, List<ToolArgument> declared, PagingRule rule) {
        if (indexedResult.result().isError()) {
            return MoreUpstream.NONE;
        }
        return new UpstreamScanner(indexedResult).scan(declared, rule);
    }

    private MoreUpstream scan(List<ToolArgument> declared, PagingRule rule) {
        JsonPointer list = JsonPointer.root();
        DocumentPart root = findRoot();
        if (root != null) {
            list = scanObjects(root);
        }
        if (root != null && !rule.isEmpty()) {
            list = scanByRule(root, list, rule);
        }
        scanTexts();
        boolean hasMore = upstreamMembers.hasMore() || !sentence.isEmpty();
        if (!hasMore && upstreamMembers.contradiction().isEmpty()) {
            return MoreUpstream.NONE;
        }
        ByteSink values = new ByteSink(256).ascii("{");
        upstreamMembers.write(values);
        if (!sentence.isEmpty()) {
            values.member("says").string(sentence);
        }
        String ruleArgument = rule.argument();
        String argument = !hasMore
                ? ""
                : ruleArgument.isEmpty()
                        ? PagingArgument.findName(declared, upstreamMembers.likelyArguments(), sentence)
                        : rule.argumentOf(declared);
        return new MoreUpstream(
                values.ascii("}").slice(), hasMore, argument, upstreamMembers.contradiction(), list.toString());
    }

    /**
     * Returns the result if it is an object. For several blocks, returns the largest text if that is a JSON
     * object. Returns null otherwise.
     */
    private @Nullable DocumentPart findRoot() {
        Document data = indexedResult.document();
        Document original = indexedResult.original();
        if (data.hasType(JsonType.OBJECT) || original.hasType(JsonType.OBJECT)) {
            return DocumentPart.of(data.hasType(JsonType.OBJECT) ? data : original);
        }
        List<ContentBlock> blocks = indexedResult.result().blocks();
        if (indexedResult.result().structured() != null || blocks.size() < 2) {
            return null;
        }
        int largestIndex = -1;
        int maxLength = 0;
        for (int i = 0; i < blocks.size(); i++) {
            Slice text = blocks.get(i).text();
            if (text != null && text.length() > maxLength) {
                largestIndex = i;
                maxLength = text.length();
            }
        }
        Document text = largestIndex < 0 ? null : indexedResult.text(largestIndex);
        return text == null || !text.hasType(JsonType.OBJECT)
                ? null
                : new DocumentPart(text.bytes(), true, JsonPointer.root().child(largestIndex));
    }

    /**
     * Scans the objects from the list outward, and then those around a text that contains the data. Returns the
     * position of the list.
     */
    private JsonPointer scanObjects(DocumentPart root) {
        List<MemberIndex> objects = new ArrayList<>();
        List<MemberIndex> surrounding = surroundingObjects(root);
        JsonPointer pointer = root.pointer();
        Slice current = root.bytes();
        Slice listOrText = null;
        while (objects.size() < MAX_DEPTH && listOrText == null) {
            MemberIndex members = indexedResult.memberIndex(current);
            objects.add(members);
            int dominantIndex = findDominantMember(members, current.length());
            if (dominantIndex < 0) {
                break;
            }
            pointer = pointer.child(members.keyText(dominantIndex));
            Slice value = members.value(dominantIndex);
            JsonType type = Json.type(value);
            listOrText = type == JsonType.ARRAY || type == JsonType.STRING ? value : null;
            if (type != JsonType.OBJECT && listOrText == null) {
                break;
            }
            current = value;
        }
        if (listOrText == null) {
            scanMembers(objects.get(0), UpstreamMembers.NO_LIST, false);
            surrounding.forEach(outer -> scanMembers(outer, UpstreamMembers.TEXT, false));
            return root.pointer();
        }
        boolean isText = Json.type(listOrText) == JsonType.STRING;
        int items = countItems(listOrText);
        for (int i = objects.size() - 1; i >= 0; i--) {
            scanMembers(objects.get(i), items, i == objects.size() - 1);
        }
        surrounding.forEach(outer -> scanMembers(outer, items, false));
        if (isText) {
            findSentence(listOrText);
        }
        return pointer;
    }

    /** Adds what the rule finds about more data. Returns the position of the list. */
    private JsonPointer scanByRule(DocumentPart root, JsonPointer list, PagingRule rule) {
        Slice document = root.bytes();
        PageScan page = PageScan.of(document, List.of(), rule);
        List<String> next = rule.next();
        Slice value = page.next();
        if (next != null && value != null && !next.isEmpty()) {
            upstreamMembers.addByRule(next.get(next.size() - 1), value);
        }
        List<String> total = rule.total();
        if (total != null && !total.isEmpty() && page.list() != null && page.total() > page.items()) {
            upstreamMembers.addByRule(total.get(total.size() - 1), Slice.of(Long.toString(page.total())));
        }
        List<String> items = rule.items();
        return items == null ? list : PagingRule.pointer(root.pointer(), items);
    }

    /**
     * Returns the number of items in a list, or in the list that was read from a text; {@link UpstreamMembers#TEXT} for
     * other texts.
     */
    private int countItems(Slice listOrText) {
        if (records != null && records.replaced().isSameRange(listOrText)) {
            return records.isList() ? indexedResult.itemIndex(records.value()).count() : UpstreamMembers.TEXT;
        }
        return Json.type(listOrText) == JsonType.ARRAY
                ? indexedResult.itemIndex(listOrText).count()
                : UpstreamMembers.TEXT;
    }

    /** Returns the objects around the text from which this value was read, the innermost first. */
    private List<MemberIndex> surroundingObjects(DocumentPart value) {
        if (records == null
                || !records.value().isSameRange(value.bytes())
                || !indexedResult.original().hasType(JsonType.OBJECT)) {
            return List.of();
        }
        List<MemberIndex> objects = new ArrayList<>();
        Slice current = indexedResult.original().bytes();
        for (String key : records.path()) {
            objects.add(0, indexedResult.memberIndex(current));
            Slice member = Members.get(current, key);
            if (member == null || Json.type(member) != JsonType.OBJECT) {
                break;
            }
            current = member;
        }
        return objects;
    }

    private void scanMembers(MemberIndex object, int items, boolean isInnermost) {
        if (object.count() <= MAX_MAP_SIZE) {
            upstreamMembers.scan(object, items, isInnermost);
            if (sentence.isEmpty()) {
                sentence = upstreamMembers.sentence();
            }
        }
    }

    /** Returns the index of the member with over half of the bytes; -1 if there is none. */
    private static int findDominantMember(MemberIndex members, int bytes) {
        for (int i = 0; i < members.count(); i++) {
            if (members.valueLength(i) > bytes / 2 && members.keyLength(i) <= UpstreamMembers.MAX_KEY_LENGTH * 4) {
                return i;
            }
        }
        return -1;
    }

    private void scanTexts() {
        List<ContentBlock> blocks = indexedResult.result().blocks();
        for (int i = 0; i < Math.min(blocks.size(), MAX_TEXTS) && sentence.isEmpty(); i++) {
            Slice text = blocks.get(i).text();
            sentence = text == null ? "" : TruncationText.find(text);
        }
        Slice structured = indexedResult.result().structured();
        if (sentence.isEmpty() && structured != null && Json.type(structured) == JsonType.STRING) {
            findSentence(structured);
        }
    }

    private void findSentence(Slice string) {
        sentence = sentence.isEmpty() ? TruncationText.find(Json.stringInside(string)) : sentence;
    }
}
