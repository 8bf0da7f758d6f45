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
 * Keeps some fields of a value, named by dotted paths that also go through arrays. Members keep their order and their
 * bytes.
 */
public final class Projection {

    private static final int MAX_DEPTH = 32;

    /**
     * Maximum nesting of lists. Deeper lists stay unchanged: no field path refers to their contents, and hostile data may be nested
     * very deeply.
     */
    private static final int MAX_LISTS_DEPTH = 32;

    private final Map<String, Projection> fields = new LinkedHashMap<>();
    private boolean isComplete;

    public static Projection of(List<String> paths) {
        Projection root = new Projection();
        for (String path : paths) {
            Projection at = root;
            for (String name : path.split("\\.", MAX_DEPTH)) {
                at = at.fields.computeIfAbsent(name, key -> new Projection());
            }
            at.isComplete = true;
        }
        return root;
    }

    /** Writes the projection of a value. Scalars stay unchanged, because they have no fields. */
    public void write(Slice value, AnswerDraft answerDraft) {
        write(value, answerDraft, 0);
    }

    private void write(Slice value, AnswerDraft answerDraft, int lists) {
        JsonType type = Json.type(value);
        if (isComplete
                || fields.isEmpty()
                || lists > MAX_LISTS_DEPTH
                || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            answerDraft.json(value);
        } else if (type == JsonType.ARRAY) {
            array(value, answerDraft, lists + 1);
        } else {
            object(value, answerDraft, lists);
        }
    }

    private void array(Slice value, AnswerDraft answerDraft, int lists) {
        ItemIndex items = ItemIndex.of(value);
        answerDraft.ascii("[");
        for (int i = 0; i < items.count(); i++) {
            answerDraft.ascii(i == 0 ? "" : ",");
            write(items.item(i), answerDraft, lists);
        }
        answerDraft.ascii("]");
    }

    private void object(Slice value, AnswerDraft answerDraft, int lists) {
        answerDraft.ascii("{");
        boolean first = true;
        Members members = Members.of(value);
        while (members.next()) {
            Projection field = members.key().length() > 1024 ? null : fields.get(members.keyText());
            // a field whose own name contains a dot can be requested by that name
            if (field == null && members.key().length() <= 1024) {
                field = dotted(members.keyText());
            }
            if (field != null) {
                answerDraft.ascii(first ? "" : ",").key(members.key());
                field.write(members.value(), answerDraft, lists);
                first = false;
            }
        }
        answerDraft.ascii("}");
    }

    private @Nullable Projection dotted(String name) {
        Projection at = this;
        for (String part : name.split("\\.", MAX_DEPTH)) {
            at = at == null ? null : at.fields.get(part);
        }
        return at == this ? null : at;
    }
}
