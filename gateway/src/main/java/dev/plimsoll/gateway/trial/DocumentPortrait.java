package dev.plimsoll.gateway.trial;

import dev.plimsoll.format.DataPhrase;
import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ContentBlock;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Description of a document in one line for people. */
final class DocumentPortrait {

    private static final int MOST_FIELDS = 5;
    private static final int LONGEST_NAME = 30;
    private static final int LONGEST_PATH = 60;
    private static final int DEEPEST = 8;

    private final StringBuilder line = new StringBuilder();
    private long items = -1;
    private long lines = -1;

    private DocumentPortrait() {}

    static DocumentPortrait of(ToolResult result, Document document, @Nullable TextRecords records) {
        DocumentPortrait documentPortrait = new DocumentPortrait();
        documentPortrait.blocks(result);
        if (records != null) {
            documentPortrait.line.append(DataPhrase.of(records)).append("; ");
            documentPortrait.items =
                    records.isList() ? ItemIndex.of(records.value()).count() : -1;
        }
        if (!document.json()) {
            documentPortrait.text(document.bytes());
        } else if (result.parts().size() <= 1 || result.structured() != null) {
            documentPortrait.json(document.bytes());
        }
        return documentPortrait;
    }

    /** Returns the number of items if the document is a list, else -1. */
    long items() {
        return items;
    }

    /** Returns the number of lines if the document is text, else -1. */
    long lines() {
        return lines;
    }

    @Override
    public String toString() {
        return line.toString();
    }

    private void blocks(ToolResult result) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (ContentBlock contentBlock : result.parts()) {
            counts.merge(contentBlock.type().name().toLowerCase(Locale.ROOT).replace('_', ' '), 1, Integer::sum);
        }
        boolean isSingleBlock = result.parts().size() == 1 && result.structured() == null;
        List<String> phrases = new ArrayList<>();
        if (!isSingleBlock || !counts.containsKey("text")) {
            counts.forEach((type, count) -> phrases.add(count + " " + type + (count == 1 ? " block" : " blocks")));
        }
        if (result.structured() != null) {
            phrases.add("structured content");
        }
        if (result.error()) {
            phrases.add("isError");
        }
        if (!phrases.isEmpty()) {
            line.append(String.join(", ", phrases)).append("; ");
        }
        if (line.length() > 1 && result.structured() == null && result.parts().size() != 1) {
            line.setLength(line.length() - 2);
        }
    }

    private void text(Slice text) {
        LineIndex index = LineIndex.of(text);
        lines = index.count();
        int longest = 0;
        for (int i = 0; i < index.count(); i++) {
            longest = Math.max(longest, index.end(i) - index.start(i));
        }
        line.append(number(lines)).append(lines == 1 ? " line" : " lines");
        line.append(lines > 1 ? ", the longest of " + number(longest) + " bytes" : "");
    }

    private void json(Slice value) {
        switch (Json.type(value)) {
            case ARRAY -> {
                items = array("", value);
            }
            case OBJECT -> object(value);
            default -> line.append("one ").append(word(Json.type(value)));
        }
    }

    private long array(String article, Slice array) {
        ItemIndex index = ItemIndex.of(array);
        line.append(article).append("array of ").append(number(index.count())).append(' ');
        JsonType type = index.count() == 0 ? null : Json.type(index.item(0));
        for (int i = 1; i < index.count() && type != null; i++) {
            type = Json.type(index.item(i)) == type ? type : null;
        }
        line.append(type == null ? (index.count() == 1 ? "item" : "items") : word(type))
                .append(type != null && index.count() != 1 ? "s" : "");
        if (type == JsonType.OBJECT) {
            fields(index.item(0));
        }
        return index.count();
    }

    private void fields(Slice object) {
        List<String> names = names(object, MOST_FIELDS + 1);
        boolean more = names.size() > MOST_FIELDS;
        if (!names.isEmpty()) {
            line.append(" with ").append(String.join(", ", names.subList(0, Math.min(MOST_FIELDS, names.size()))));
            line.append(more ? ", …" : "");
        }
    }

    private static List<String> names(Slice object, int max) {
        List<String> names = new ArrayList<>();
        Members members = Members.of(object);
        while (names.size() < max && members.next()) {
            Slice key = members.key();
            boolean fits = key.length() <= LONGEST_NAME;
            names.add(fits ? members.keyText() : key.sub(0, LONGEST_NAME).utf8().replace("\uFFFD", "") + "…");
        }
        return names;
    }

    /** Describes the object, and the value inside it that makes up more than half of it. */
    private void object(Slice object) {
        int count = 0;
        Members members = Members.of(object);
        while (members.next()) {
            count++;
        }
        line.append("object with ").append(number(count)).append(count == 1 ? " member" : " members");
        Slice current = object;
        JsonPointer path = JsonPointer.root();
        for (int depth = 0; depth < DEEPEST && Json.type(current) == JsonType.OBJECT; depth++) {
            Members inner = Members.of(current);
            Slice dominant = null;
            while (inner.next()) {
                if (inner.value().length() > object.length() / 2) {
                    dominant = inner.value();
                    path = path.child(inner.keyText());
                }
            }
            if (dominant == null) {
                break;
            }
            current = dominant;
        }
        dominating(path.toString(), current, object.length());
    }

    private void dominating(String path, Slice value, int total) {
        if (path.isEmpty() || path.length() > LONGEST_PATH || Json.type(value) == JsonType.OBJECT) {
            return;
        }
        int share = (int) Math.min(100, 100L * value.length() / total);
        line.append("; ").append(share).append(" % of it is ").append(path).append(", ");
        if (Json.type(value) == JsonType.ARRAY) {
            array("an ", value);
        } else {
            line.append("one ").append(word(Json.type(value)));
        }
    }

    private static String word(JsonType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String number(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }
}
