package dev.plimsoll.shape.draft;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps some fields of a value, named by dotted paths. {@code user.name} keeps the name in {@code {"user":{"name":…}}}
 * and also in each item of {@code {"user":[{"name":…}]}}. Members keep their order and their bytes.
 */
public final class Projection {

    private static final int MAX_DEPTH = 32;

    /** Length above which a key is not decoded, because no requested field is that long. */
    private static final int MAX_KEY_LENGTH = 1024;

    /**
     * Maximum nesting of lists. Deeper lists stay unchanged: no field path refers to their contents, and hostile data
     * may be nested very deeply.
     */
    private static final int MAX_LIST_DEPTH = 32;

    private final Map<String, Projection> fields = new LinkedHashMap<>();
    private boolean isKeptWhole;

    public static Projection of(List<String> paths) {
        Projection root = new Projection();
        for (String path : paths) {
            Projection node = root;
            for (String name : path.split("\\.", MAX_DEPTH)) {
                node = node.fields.computeIfAbsent(name, key -> new Projection());
            }
            node.isKeptWhole = true;
        }
        return root;
    }

    /** Writes the projection of a value. Scalars stay unchanged, because they have no fields. */
    public void write(Slice value, AnswerDraft answerDraft) {
        write(value, answerDraft, 0);
    }

    private void write(Slice value, AnswerDraft answerDraft, int listDepth) {
        JsonType type = Json.type(value);
        if (isKeptWhole
                || fields.isEmpty()
                || listDepth > MAX_LIST_DEPTH
                || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            answerDraft.json(value);
        } else if (type == JsonType.ARRAY) {
            writeArray(value, answerDraft, listDepth + 1);
        } else {
            writeObject(value, answerDraft, listDepth);
        }
    }

    private void writeArray(Slice value, AnswerDraft answerDraft, int listDepth) {
        ItemIndex items = ItemIndex.of(value);
        answerDraft.ascii("[");
        for (int i = 0; i < items.count(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",");
            write(items.item(i), answerDraft, listDepth);
        }
        answerDraft.ascii("]");
    }

    private void writeObject(Slice value, AnswerDraft answerDraft, int listDepth) {
        answerDraft.ascii("{");
        boolean isFirst = true;
        Members members = Members.of(value);
        while (members.next()) {
            Projection field = members.key().length() > MAX_KEY_LENGTH ? null : fields.get(members.keyText());
            // a field whose own name contains a dot can be requested by that name
            if (field == null && members.key().length() <= MAX_KEY_LENGTH) {
                field = findDotted(members.keyText());
            }
            if (field != null) {
                answerDraft.ascii(isFirst ? "" : ",").key(members.key());
                field.write(members.value(), answerDraft, listDepth);
                isFirst = false;
            }
        }
        answerDraft.ascii("}");
    }

    private @Nullable Projection findDotted(String name) {
        Projection node = this;
        for (String part : name.split("\\.", MAX_DEPTH)) {
            node = node == null ? null : node.fields.get(part);
        }
        return node == this ? null : node;
    }
}
