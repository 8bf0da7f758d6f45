package dev.plimsoll.laws;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts between texts and JSON strings, including lone surrogates. */
final class JsonStrings {

    private JsonStrings() {}

    static String of(String text) {
        return new ByteSink(text.length() + 16).string(text).slice().utf8();
    }

    /** Returns the text of a JSON string. */
    static Slice text(@Nullable Slice string) {
        return Slice.of(JsonText.unescape(Json.stringInside(Objects.requireNonNull(string))));
    }

    static boolean isString(@Nullable Slice value) {
        return value != null && Json.type(value) == JsonType.STRING;
    }
}
