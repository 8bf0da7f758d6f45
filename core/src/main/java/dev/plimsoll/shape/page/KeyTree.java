package dev.plimsoll.shape.page;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tree of the keys of objects: the keys of the items of a list, and below each key the keys of nested
 * objects. Keys are compared as they were written.
 */
final class KeyTree {

    /** A key becomes a column if at least 1/{@code MIN_SHARE_DIVISOR} of the objects have it. */
    private static final int MIN_SHARE_DIVISOR = 4;

    private static final int MAX_KEYS = 200;

    /** Maximum number of different keys that are counted before rare ones are removed. */
    private static final int MAX_COUNTED_KEYS = 1_000;

    private static final int MAX_NESTED_KEYS = 40;
    private static final int MAX_DEPTH = 5;

    private final int depth;
    private final Map<String, KeyTree> children = new LinkedHashMap<>();
    private int objectCount;
    private int otherValueCount;
    private boolean hasTooManyKeys;

    private KeyTree(int depth) {
        this.depth = depth;
    }

    /**
     * Returns the keys that enough of the objects have; null if there are no such keys, or too many. They are in the
     * order of the first object, with keys that occur only in later objects inserted after the key that precedes them
     * there.
     */
    static @Nullable KeyTree of(List<Slice> objects) {
        KeyTree root = new KeyTree(0);
        objects.forEach(root::count);
        root.children.values().removeIf(child -> child.valueCount() * MIN_SHARE_DIVISOR < root.objectCount);
        boolean isUsable = !root.children.isEmpty()
                && root.children.size() <= MAX_KEYS
                && !root.hasTooManyKeys
                && root.children.keySet().stream().noneMatch(KeyTree::hasDot);
        if (!isUsable) {
            return null;
        }
        root.removeIrregular();
        root.sort(objects);
        return root;
    }

    private void count(Slice object) {
        objectCount++;
        Members members = Members.of(object);
        while (members.next()) {
            String key = members.key().utf8();
            KeyTree child = children.get(key);
            if (child == null && children.size() == MAX_COUNTED_KEYS) {
                hasTooManyKeys = true;
                return;
            }
            child = child == null ? new KeyTree(depth + 1) : child;
            children.put(key, child);
            if (depth < MAX_DEPTH && isFilledObject(members.value())) {
                child.count(members.value());
            } else {
                child.otherValueCount++;
            }
        }
    }

    static boolean isFilledObject(Slice value) {
        return Json.type(value) == JsonType.OBJECT && Members.of(value).next();
    }

    private int valueCount() {
        return objectCount + otherValueCount;
    }

    /** Removes the nested keys of a key whose values are not all objects with similar keys. */
    private void removeIrregular() {
        for (KeyTree child : children.values()) {
            if (child.isRegular(objectCount)) {
                child.removeIrregular();
            } else {
                child.children.clear();
            }
        }
    }

    private boolean isRegular(int parentCount) {
        long nestedValueCount =
                children.values().stream().mapToLong(KeyTree::valueCount).sum();
        return otherValueCount == 0
                && !hasTooManyKeys
                && 2L * objectCount >= parentCount
                && children.size() <= MAX_NESTED_KEYS
                && 2 * nestedValueCount >= (long) objectCount * children.size()
                && children.values().stream().allMatch(child -> child.valueCount() * MIN_SHARE_DIVISOR >= objectCount)
                && children.keySet().stream().noneMatch(KeyTree::hasDot);
    }

    private static boolean hasDot(String key) {
        return key.indexOf('.') >= 0 || (key.indexOf('\\') >= 0 && decoded(key).indexOf('.') >= 0);
    }

    private static String decoded(String key) {
        return JsonText.unescapeToString(Slice.of(key));
    }

    /** Sorts the keys: a key that is new in an object is inserted after the key before it in this object. */
    private void sort(List<Slice> sampleObjects) {
        List<String> keys = new ArrayList<>();
        Map<String, List<Slice>> nested = new LinkedHashMap<>();
        for (Slice object : sampleObjects) {
            int insertIndex = 0;
            Members members = Members.of(object);
            while (members.next()) {
                String key = members.key().utf8();
                KeyTree child = children.get(key);
                if (child == null) {
                    continue;
                }
                int index = keys.indexOf(key);
                if (index < 0) {
                    keys.add(insertIndex++, key);
                } else {
                    insertIndex = Math.max(insertIndex, index + 1);
                }
                if (child.hasNestedKeys()) {
                    nested.computeIfAbsent(key, name -> new ArrayList<>()).add(members.value());
                }
            }
        }
        List<Map.Entry<String, KeyTree>> sorted = new ArrayList<>(children.entrySet());
        sorted.sort(Comparator.comparingInt(entry -> keys.indexOf(entry.getKey())));
        for (Map.Entry<String, KeyTree> entry : sorted) {
            children.remove(entry.getKey());
            children.put(entry.getKey(), entry.getValue());
            entry.getValue().sort(nested.getOrDefault(entry.getKey(), List.of()));
        }
    }

    /** Returns whether the keys below this one are columns, so that its objects have no column of their own. */
    boolean hasNestedKeys() {
        return !children.isEmpty();
    }

    /** Returns the keys in order, as they were written, with the keys below each. */
    Map<String, KeyTree> children() {
        return children;
    }
}
