package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON object that somebody else has written. */
record OAuthDocument(Slice object) {

    private static final int LONGEST_TEXT = 1 << 16;
    private static final int MOST_TEXTS = 200;

    /** Null where it is no object. */
    static @Nullable OAuthDocument of(Slice text) {
        return Json.isValid(text) && Json.type(text) == JsonType.OBJECT ? new OAuthDocument(Json.trim(text)) : null;
    }

    @Nullable String text(String name) {
        return ObjectEdit.textIn(object, name, LONGEST_TEXT);
    }

    @Nullable OAuthDocument document(String name) {
        Slice inner = ObjectEdit.objectIn(object, name);
        return inner == null ? null : new OAuthDocument(inner);
    }

    /** The texts of a list; null where there is no list. */
    @Nullable List<String> texts(String name) {
        Slice list = ObjectEdit.valueIn(object, name);
        if (list == null || Json.type(list) != JsonType.ARRAY) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        Elements elements = Elements.of(list);
        while (elements.next() && texts.size() < MOST_TEXTS) {
            if (Json.type(elements.value()) == JsonType.STRING && elements.valueLength() <= LONGEST_TEXT) {
                texts.add(JsonText.text(Json.stringInside(elements.value())));
            }
        }
        return texts;
    }

    boolean isTrue(String name) {
        Slice value = ObjectEdit.valueIn(object, name);
        return value != null && value.utf8().strip().equals("true");
    }

    /** A number of seconds, which some write as a text; negative where there is none. */
    long seconds(String name) {
        Slice value = ObjectEdit.valueIn(object, name);
        String text =
                value == null || value.length() > 20 ? "" : value.utf8().strip().replace("\"", "");
        return text.matches("[0-9]{1,12}(\\.[0-9]{1,6})?") ? Long.parseLong(text.replaceAll("\\..*", "")) : -1;
    }
}
