package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Description of a document in one line for people, such as "array of 1,200 objects with id, name". */
final class DocumentDescription {

    private static final int MAX_FIELDS = 5;
    private static final int MAX_NAME_LENGTH = 30;
    private static final int MAX_PATH_LENGTH = 60;
    private static final int MAX_DEPTH = 8;

    private final StringBuilder description = new StringBuilder();
    private long items = -1;
    private long lines = -1;

    private DocumentDescription() {}

    static DocumentDescription of(ToolResult result, Document document, @Nullable TextRecords records) {
        DocumentDescription documentDescription = new DocumentDescription();
        documentDescription.describeBlocks(result);
        if (records != null) {
            documentDescription.description.append(DataPhrase.describe(records)).append("; ");
            documentDescription.items =
                    records.isList() ? ItemIndex.of(records.value()).count() : -1;
        }
        if (!document.isJson()) {
            documentDescription.describeText(document.bytes());
        } else if (result.blocks().size() <= 1 || result.structured() != null) {
            documentDescription.describeJson(document.bytes());
        }
        return documentDescription;
    }

    /** Returns the number of items; -1 if the document is not a list. */
    long items() {
        return items;
    }

    /** Returns the number of lines; -1 if the document is not a text. */
    long lines() {
        return lines;
    }

    @Override
    public String toString() {
        return description.toString();
    }

    private void describeBlocks(ToolResult result) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (ContentBlock contentBlock : result.blocks()) {
            counts.merge(contentBlock.type().name().toLowerCase(Locale.ROOT).replace('_', ' '), 1, Integer::sum);
        }
        boolean isSingleBlock = result.blocks().size() == 1 && result.structured() == null;
        List<String> phrases = new ArrayList<>();
        if (!isSingleBlock || !counts.containsKey("text")) {
            counts.forEach((type, count) -> phrases.add(count + " " + type + (count == 1 ? " block" : " blocks")));
        }
        if (result.structured() != null) {
            phrases.add("structured content");
        }
        if (result.isError()) {
            phrases.add("isError");
        }
        if (!phrases.isEmpty()) {
            description.append(String.join(", ", phrases)).append("; ");
        }
        if (description.length() > 1
                && result.structured() == null
                && result.blocks().size() != 1) {
            description.setLength(description.length() - 2);
        }
    }

    private void describeText(Slice text) {
        LineIndex index = LineIndex.of(text);
        lines = index.count();
        int longest = 0;
        for (int i = 0; i < index.count(); i++) {
            longest = Math.max(longest, index.end(i) - index.start(i));
        }
        description.append(format(lines)).append(lines == 1 ? " line" : " lines");
        description.append(lines > 1 ? ", the longest of " + format(longest) + " bytes" : "");
    }

    private void describeJson(Slice value) {
        switch (Json.type(value)) {
            case ARRAY -> {
                items = describeArray("", value);
            }
            case OBJECT -> describeObject(value);
            default -> description.append("one ").append(typeName(Json.type(value)));
        }
    }

    private long describeArray(String article, Slice array) {
        ItemIndex index = ItemIndex.of(array);
        description
                .append(article)
                .append("array of ")
                .append(format(index.count()))
                .append(' ');
        JsonType type = index.count() == 0 ? null : Json.type(index.item(0));
        for (int i = 1; i < index.count() && type != null; i++) {
            type = Json.type(index.item(i)) == type ? type : null;
        }
        description
                .append(type == null ? (index.count() == 1 ? "item" : "items") : typeName(type))
                .append(type != null && index.count() != 1 ? "s" : "");
        if (type == JsonType.OBJECT) {
            describeFields(index.item(0));
        }
        return index.count();
    }

    private void describeFields(Slice object) {
        List<String> names = fieldNames(object, MAX_FIELDS + 1);
        boolean hasMore = names.size() > MAX_FIELDS;
        if (!names.isEmpty()) {
            description
                    .append(" with ")
                    .append(String.join(", ", names.subList(0, Math.min(MAX_FIELDS, names.size()))));
            description.append(hasMore ? ", …" : "");
        }
    }

    private static List<String> fieldNames(Slice object, int max) {
        List<String> names = new ArrayList<>();
        Members members = Members.of(object);
        while (names.size() < max && members.next()) {
            Slice key = members.key();
            boolean isShort = key.length() <= MAX_NAME_LENGTH;
            names.add(
                    isShort
                            ? members.keyText()
                            : key.sub(0, MAX_NAME_LENGTH).utf8().replace("\uFFFD", "") + "…");
        }
        return names;
    }

    /** Describes an object. If one value inside it has more than half of its bytes, describes that value too. */
    private void describeObject(Slice object) {
        int count = 0;
        Members members = Members.of(object);
        while (members.next()) {
            count++;
        }
        description.append("object with ").append(format(count)).append(count == 1 ? " member" : " members");
        Slice current = object;
        JsonPointer path = JsonPointer.root();
        for (int depth = 0; depth < MAX_DEPTH && Json.type(current) == JsonType.OBJECT; depth++) {
            Members innerMembers = Members.of(current);
            Slice largeValue = null;
            while (innerMembers.next()) {
                if (innerMembers.value().length() > object.length() / 2) {
                    largeValue = innerMembers.value();
                    path = path.child(innerMembers.keyText());
                }
            }
            if (largeValue == null) {
                break;
            }
            current = largeValue;
        }
        describeDominantValue(path.toString(), current, object.length());
    }

    private void describeDominantValue(String path, Slice value, int total) {
        if (path.isEmpty() || path.length() > MAX_PATH_LENGTH || Json.type(value) == JsonType.OBJECT) {
            return;
        }
        int share = (int) Math.min(100, 100L * value.length() / total);
        description
                .append("; ")
                .append(share)
                .append(" % of it is ")
                .append(path)
                .append(", ");
        if (Json.type(value) == JsonType.ARRAY) {
            describeArray("an ", value);
        } else {
            description.append("one ").append(typeName(Json.type(value)));
        }
    }

    private static String typeName(JsonType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String format(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
