package dev.plimsoll.search;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineIndex;

/** Facts about a document that an implementation may cache. The default methods compute them at each call. */
public interface DocumentFacts {

    default ItemIndex items(Slice array) {
        return ItemIndex.of(array);
    }

    default LineIndex lines(Slice text) {
        return LineIndex.of(text);
    }

    /** Returns the decoded text of a JSON string. */
    default Slice text(Slice string) {
        return Slice.of(JsonText.unescape(Json.stringInside(string)));
    }
}
