package dev.plimsoll.shape.item;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.DominantValue;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.fold.MemberPaths;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Indexes of the objects, arrays, strings, and texts in a stored result, each created on first use. Thread-safe. */
final class ValueIndexes {

    private final Document document;
    private final RecentValues<RangeKey, MemberIndex> members = new RecentValues<>();
    private final RecentValues<RangeKey, MemberPaths> memberPaths = new RecentValues<>();
    private final RecentValues<RangeKey, Optional<DominantValue>> dominantValues = new RecentValues<>();
    private final RecentValues<RangeKey, ItemIndex> items = new RecentValues<>();
    private final RecentValues<RangeKey, Slice> strings = new RecentValues<>();
    private final RecentValues<RangeKey, LineIndex> lines = new RecentValues<>();

    /** Creates the indexes of a document. Indexes that the validation of the document made are used again. */
    ValueIndexes(Document document) {
        this.document = document;
    }

    MemberIndex members(Slice object) {
        return members.getOrCompute(RangeKey.of(object), () -> {
            CheckedJson checked = document.checked();
            MemberIndex existing = checked == null ? null : checked.members(object);
            return existing == null ? MemberIndex.of(object) : existing;
        });
    }

    MemberPaths memberPaths(Slice object) {
        return memberPaths.getOrCompute(RangeKey.of(object), () -> MemberPaths.of(object));
    }

    ItemIndex items(Slice array) {
        return items.getOrCompute(RangeKey.of(array), () -> {
            CheckedJson checked = document.checked();
            ItemIndex existing = checked == null ? null : checked.items(array);
            return existing == null ? ItemIndex.of(array) : existing;
        });
    }

    LineIndex lines(Slice text) {
        return lines.getOrCompute(RangeKey.of(text), () -> LineIndex.of(text));
    }

    /** Returns the text of a string value. */
    Slice decoded(Slice string, JsonPointer pointer) {
        return strings.getOrCompute(
                RangeKey.of(string, pointer),
                () -> DocumentPart.of(string, pointer).bytes());
    }

    /** Returns the array or string that makes up over half of an object; null if there is none. */
    @Nullable DominantValue findDominantValue(DocumentPart object) {
        return dominantValues
                .getOrCompute(RangeKey.of(object), () -> Optional.ofNullable(computeDominantValue(object)))
                .orElse(null);
    }

    private @Nullable DominantValue computeDominantValue(DocumentPart object) {
        TextRecords data = object.records();
        return data != null && data.converted().isSameRange(object.bytes())
                ? data.findDominantValue(this::members)
                : DominantValue.find(object.bytes(), members(object.bytes()));
    }
}
