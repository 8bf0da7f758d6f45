package dev.plimsoll.shape;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps some fields of a value: dotted paths, through arrays as well. Members stay in the value's own order, as they were written. */
final class Projection {

    private static final int DEEPEST = 32;

    /** Lists in lists deeper than this stay whole: nobody means a field of theirs, and hostile data has no end. */
    private static final int DEEPEST_LISTS = 32;

    private final Map<String, Projection> fields = new LinkedHashMap<>();
    private boolean whole;

    static Projection of(List<String> paths) {
        Projection root = new Projection();
        for (String path : paths) {
            Projection at = root;
            for (String name : path.split("\\.", DEEPEST)) {
                at = at.fields.computeIfAbsent(name, key -> new Projection());
            }
            at.whole = true;
        }
        return root;
    }

    /** Values that are no containers stay whole: there is nothing in them to choose from. */
    void write(Slice value, Draft draft) {
        write(value, draft, 0);
    }

    private void write(Slice value, Draft draft, int lists) {
        JsonType type = Json.type(value);
        if (whole || fields.isEmpty() || lists > DEEPEST_LISTS || (type != JsonType.OBJECT && type != JsonType.ARRAY)) {
            draft.json(value);
        } else if (type == JsonType.ARRAY) {
            array(value, draft, lists + 1);
        } else {
            object(value, draft, lists);
        }
    }

    private void array(Slice value, Draft draft, int lists) {
        ItemIndex items = ItemIndex.of(value);
        draft.ascii("[");
        for (int i = 0; i < items.count(); i++) {
            draft.ascii(i == 0 ? "" : ",");
            write(items.item(i), draft, lists);
        }
        draft.ascii("]");
    }

    private void object(Slice value, Draft draft, int lists) {
        draft.ascii("{");
        boolean first = true;
        Members members = Members.of(value);
        while (members.next()) {
            Projection field = members.key().length() > 1024 ? null : fields.get(members.keyText());
            // a field whose own name has a dot in it may be asked for by that name
            if (field == null && members.key().length() <= 1024) {
                field = dotted(members.keyText());
            }
            if (field != null) {
                draft.ascii(first ? "\"" : ",\"").raw(members.key()).ascii("\":");
                field.write(members.value(), draft, lists);
                first = false;
            }
        }
        draft.ascii("}");
    }

    private @Nullable Projection dotted(String name) {
        Projection at = this;
        for (String part : name.split("\\.", DEEPEST)) {
            at = at == null ? null : at.fields.get(part);
        }
        return at == this ? null : at;
    }
}
