package dev.plimsoll.gateway.program.call;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Map;

/** Shortens the schemas of a tool's arguments for the function {@code tools} of programs. */
final class ArgumentSchemas {

    /**
     * Bounds that some SDKs write for every integer: the range of exact integers in JavaScript. They cost
     * tokens and do not help a model.
     */
    private static final Map<String, String> BOUNDS_OF_SAFE_INTEGERS =
            Map.of("minimum", "-9007199254740991", "maximum", "9007199254740991");

    private ArgumentSchemas() {}

    /** Returns the {@code properties} of an input schema without the bounds of safe integers. */
    static Slice withoutIntegerBounds(Slice properties) {
        if (Json.type(properties) != JsonType.OBJECT) {
            return properties;
        }
        JsonWriter json = new JsonWriter(properties.length()).beginObject();
        Members arguments = Members.of(properties);
        while (arguments.next()) {
            json.raw(JsonText.unescapeToString(arguments.key()), withoutBounds(arguments.value()));
        }
        return json.endObject().slice();
    }

    private static Slice withoutBounds(Slice schema) {
        if (Json.type(schema) != JsonType.OBJECT) {
            return schema;
        }
        JsonWriter json = new JsonWriter(schema.length()).beginObject();
        Members members = Members.of(schema);
        while (members.next()) {
            String name = JsonText.unescapeToString(members.key());
            if (!members.value().utf8().equals(BOUNDS_OF_SAFE_INTEGERS.get(name))) {
                json.raw(name, members.value());
            }
        }
        return json.endObject().slice();
    }
}
