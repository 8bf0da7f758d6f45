package dev.plimsoll.shape.notice;

import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.LazyRows;
import org.jspecify.annotations.Nullable;

/** Values and paths of items, from which page headers and suggested calls are made. */
public interface ListedItems {

    int MAX_PATH_LENGTH = 200;

    int count();

    /** Returns the item's own value. */
    Slice value(int index);

    /** Returns the position of the item's value in the document. */
    JsonPointer pointer(int index);

    /** Returns the path of the item as text; empty if no path names it, or if its path is too long. */
    default String path(int index) {
        String path = pointer(index).toString();
        return path.length() > MAX_PATH_LENGTH ? "" : path;
    }

    /** Returns the source of the items if they are read on demand; null if all of them are present. */
    default @Nullable LazyRows rows() {
        return null;
    }

    /** Returns the type of the value whose contents the items are: an array, or an object for its members. */
    default JsonType sourceType() {
        return JsonType.ARRAY;
    }
}
