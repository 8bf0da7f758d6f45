package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON object from an authorization server, or from a file. Its members may be missing or have any type. */
record OAuthDocument(Slice object) {

    private static final int MAX_TEXT_LENGTH = 1 << 16;
    private static final int MAX_TEXTS = 200;

    /** Returns null if the text is not a JSON object. */
    static @Nullable OAuthDocument parse(Slice text) {
        return Json.isValid(text) && Json.type(text) == JsonType.OBJECT ? new OAuthDocument(Json.trim(text)) : null;
    }

    @Nullable String findText(String name) {
        return ObjectEdit.textIn(object, name, MAX_TEXT_LENGTH);
    }

    @Nullable OAuthDocument findDocument(String name) {
        Slice nestedObject = ObjectEdit.objectIn(object, name);
        return nestedObject == null ? null : new OAuthDocument(nestedObject);
    }

    /** Returns the strings of an array; null if the member is missing or not an array. Other elements are left out. */
    @Nullable List<String> findTexts(String name) {
        Slice list = ObjectEdit.valueIn(object, name);
        if (list == null || Json.type(list) != JsonType.ARRAY) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        Elements elements = Elements.of(list);
        while (elements.next() && texts.size() < MAX_TEXTS) {
            if (Json.type(elements.value()) == JsonType.STRING && elements.valueLength() <= MAX_TEXT_LENGTH) {
                texts.add(JsonText.unescapeToString(Json.stringInside(elements.value())));
            }
        }
        return texts;
    }

    boolean isTrue(String name) {
        Slice value = ObjectEdit.valueIn(object, name);
        return value != null && value.utf8().strip().equals("true");
    }

    /**
     * Returns the integer part of a number, which some servers write as a string: both {@code 3600} and
     * {@code "3600.5"} give 3600.
     *
     * @return -1 if there is no number, or a negative one
     */
    long readInteger(String name) {
        Slice value = ObjectEdit.valueIn(object, name);
        String text =
                value == null || value.length() > 20 ? "" : value.utf8().strip().replace("\"", "");
        return text.matches("[0-9]{1,12}(\\.[0-9]{1,6})?") ? Long.parseLong(text.replaceAll("\\..*", "")) : -1;
    }
}
