package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.search.Search;
import dev.plimsoll.shape.DocumentPart;
import dev.plimsoll.shape.fold.MemberPaths;
import dev.plimsoll.shape.item.IndexedResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the item, member, or other value of a document that begins at an offset, and its path. Uses the cached indexes.
 */
final class OffsetLocator {

    private static final int MAX_KEY_LENGTH = 120;
    private static final int MAX_PATH_DEPTH = 64;

    private final IndexedResult indexedResult;
    private final List<DocumentPart> roots;

    /** Creates a locator. The roots must be consecutive ranges of one byte array. */
    OffsetLocator(IndexedResult indexedResult, List<DocumentPart> roots) {
        this.indexedResult = indexedResult;
        this.roots = roots;
    }

    /**
     * Item, member, or other value of a document.
     *
     * @param index index of an item in its list; -1 for other values
     * @param path path of the value; null if it has none
     * @param key escaped key of a member; null for other values
     * @param items list that contains an item; null for other values
     * @param ancestors objects that contain the value, the outermost first
     */
    record LocatedValue(
            int index,
            @Nullable JsonPointer path,
            @Nullable Slice key,
            Slice value,
            @Nullable ItemIndex items,
            List<Slice> ancestors) {

        boolean hasLines() {
            return index < 0 && key == null && Json.type(value) == JsonType.STRING && Search.hasLines(value);
        }
    }

    /**
     * Returns the value that begins at an offset.
     *
     * @param itemIndex index of the item, if the value is one
     */
    LocatedValue at(int offset, int itemIndex) {
        DocumentPart root = rootOf(offset);
        Slice value = root.bytes();
        @Nullable JsonPointer path = root.pointer();
        List<Slice> ancestors = new ArrayList<>();
        while (true) {
            JsonType type = Json.type(value);
            if (type == JsonType.ARRAY) {
                ItemIndex items = indexedResult.itemIndex(value);
                return new LocatedValue(
                        itemIndex,
                        path == null ? null : path.child(itemIndex),
                        null,
                        items.item(itemIndex),
                        items,
                        ancestors);
            }
            if (type != JsonType.OBJECT || offset == value.from()) {
                return new LocatedValue(-1, path, null, value, null, ancestors);
            }
            ancestors.add(value);
            MemberIndex members = indexedResult.memberIndex(value);
            int member = indexOfContaining(members, offset);
            path = memberPath(path, members, member, indexedResult.memberPaths(value));
            value = members.value(member);
            // the offset is that of the key
            if (offset < value.from()) {
                return new LocatedValue(-1, path, members.key(member), value, null, ancestors);
            }
        }
    }

    private DocumentPart rootOf(int offset) {
        return roots.get(
                firstIndex(roots.size(), root -> roots.get(root).bytes().to() > offset));
    }

    /**
     * Returns the path of the key or scalar that begins at an offset in a value; null if it has no
     * path, or if its path is too deep.
     */
    static @Nullable JsonPointer pathInside(Slice value, @Nullable JsonPointer startPath, int offset) {
        JsonPointer path = startPath;
        Slice current = value;
        for (int depth = 0; path != null && current.from() < offset; depth++) {
            if (depth == MAX_PATH_DEPTH) {
                return null;
            }
            if (Json.type(current) == JsonType.ARRAY) {
                ItemIndex items = ItemIndex.of(current);
                int item = indexOfContaining(items, offset);
                path = path.child(item);
                current = items.item(item);
            } else {
                MemberIndex members = MemberIndex.of(current);
                int member = indexOfContaining(members, offset);
                path = memberPath(path, members, member, MemberPaths.of(current));
                current = members.value(member);
            }
            if (offset < current.from()) {
                return path;
            }
        }
        return path;
    }

    /** Returns the objects in a value that contain the offset, the outermost first. */
    static List<Slice> objectsAround(Slice value, int offset) {
        List<Slice> objects = new ArrayList<>();
        Slice current = value;
        for (int depth = 0; depth < MAX_PATH_DEPTH && current.from() < offset; depth++) {
            if (Json.type(current) == JsonType.ARRAY) {
                ItemIndex items = ItemIndex.of(current);
                current = items.item(indexOfContaining(items, offset));
            } else if (Json.type(current) == JsonType.OBJECT) {
                objects.add(current);
                MemberIndex members = MemberIndex.of(current);
                current = members.value(indexOfContaining(members, offset));
            } else {
                return objects;
            }
        }
        return objects;
    }

    private static @Nullable JsonPointer memberPath(
            @Nullable JsonPointer path, MemberIndex members, int member, MemberPaths memberPaths) {
        Slice key = members.key(member);
        boolean isNamed = key.length() <= MAX_KEY_LENGTH && !memberPaths.isRepeated(key);
        return path == null || !isNamed ? null : path.child(members.keyText(member));
    }

    private static int indexOfContaining(MemberIndex members, int offset) {
        return firstIndex(members.count(), member -> members.value(member).to() > offset);
    }

    private static int indexOfContaining(ItemIndex items, int offset) {
        return firstIndex(items.count(), item -> items.end(item) > offset);
    }

    /**
     * Returns the first index for which a condition holds; the last index if there is none. The condition must also
     * hold for all indexes after the first.
     */
    private static int firstIndex(int count, IntPredicate condition) {
        int first = 0;
        int last = count - 1;
        while (first < last) {
            int middle = (first + last) >>> 1;
            if (condition.test(middle)) {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        return first;
    }
}
