package dev.plimsoll.shape;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.util.ArrayList;
import java.util.List;

/** The members of an object as items {@code {"key":…,"value":…}}, for objects that are no list and must be paged. */
final class MemberItems implements Items {

    private static final int FRAME = "{\"key\":\"\",\"value\":}".length();
    private static final int LONGEST_KEY = 200;

    private final List<Slice> keys = new ArrayList<>();
    private final List<Slice> values = new ArrayList<>();
    private final KeyCounts counts;
    private final JsonPointer at;

    MemberItems(Slice object, JsonPointer at) {
        this.at = at;
        this.counts = KeyCounts.of(object);
        Members members = Members.of(object);
        while (members.next()) {
            keys.add(members.key());
            values.add(members.value());
        }
    }

    @Override
    public int count() {
        return keys.size();
    }

    @Override
    public int bytes(int i) {
        return keys.get(i).length() + values.get(i).length() + FRAME;
    }

    @Override
    public void write(int i, Draft draft) {
        draft.ascii("{\"key\":\"").raw(keys.get(i)).ascii("\",\"value\":");
        draft.raw(values.get(i)).ascii("}");
    }

    @Override
    public void fold(int i, Folding folding, Draft draft) {
        Slice key = keys.get(i);
        if (key.length() <= LONGEST_KEY) {
            draft.ascii("{\"key\":\"").raw(key).ascii("\",\"value\":");
            folding.write(values.get(i), counts.isRepeated(key) ? null : pointer(i));
        } else {
            Slice text = Slice.of(JsonText.unescape(key));
            Slice head = text.sub(0, Utf8.graphemeFloor(text, Math.min(text.length(), LONGEST_KEY)));
            draft.ascii("{\"key\":").string(head);
            draft.ascii(",\"keyCharacters\":").number(Utf8.codePoints(text)).ascii(",\"value\":");
            folding.write(values.get(i), null);
        }
        draft.ascii("}");
    }

    @Override
    public JsonPointer pointer(int i) {
        return at.child(JsonText.text(keys.get(i)));
    }

    @Override
    public String path(int i) {
        Slice key = keys.get(i);
        return key.length() > LONGEST_KEY || counts.isRepeated(key) ? "" : Items.super.path(i);
    }

    @Override
    public Slice value(int i) {
        return values.get(i);
    }

    @Override
    public JsonType source() {
        return JsonType.OBJECT;
    }
}
