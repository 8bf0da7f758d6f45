package dev.plimsoll.search;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.LineIndex;
import dev.plimsoll.json.Slice;

/** What may have been found out about a document already, so that it is not found out again. */
public interface DocumentKnowledge {

    default ItemIndex items(Slice array) {
        return ItemIndex.of(array);
    }

    default LineIndex lines(Slice text) {
        return LineIndex.of(text);
    }

    /** The text of a JSON string. */
    default Slice text(Slice string) {
        return Slice.of(JsonText.unescape(Json.stringInside(string)));
    }
}
