package dev.plimsoll.search;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;

/** Indexes of the lists and texts in a document. The default methods compute them at each call; implementations may cache them. */
public interface DocumentIndexes {

    /** Returns the index of the items of a JSON array. */
    default ItemIndex items(Slice array) {
        return ItemIndex.of(array);
    }

    /** Returns the index of the lines of a decoded text. */
    default LineIndex lines(Slice text) {
        return LineIndex.of(text);
    }

    /** Returns the decoded text of a JSON string. */
    default Slice text(Slice string) {
        return Slice.of(JsonText.unescape(Json.stringInside(string)));
    }
}
