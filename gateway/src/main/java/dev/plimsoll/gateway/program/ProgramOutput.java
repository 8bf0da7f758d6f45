package dev.plimsoll.gateway.program;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.QueryOutputs;

/** The result of a program as that of a tool: its outputs as text, which are shaped like any other. */
final class ProgramOutput {

    private ProgramOutput() {}

    /** @param isModern whether the client expects {@code resultType} */
    static Slice result(QueryOutputs outputs, boolean isModern) {
        JsonWriter json = new JsonWriter().beginObject();
        json.beginArray("content").beginObject().string("type", "text").string("text", text(outputs));
        json.endObject().endArray();
        return isModern
                ? json.string("resultType", "complete").endObject().slice()
                : json.endObject().slice();
    }

    /** Returns a list if there are several outputs or the only one is a list; the text of a string; or an object. */
    private static Slice text(QueryOutputs outputs) {
        Slice only = outputs.count() == 1 ? Json.trim(outputs.get(0)) : null;
        if (only != null && Json.type(only) == JsonType.STRING) {
            return JsonText.unescapeToSlice(Json.stringInside(only));
        }
        if (only != null && Json.type(only) == JsonType.ARRAY) {
            return only;
        }
        ByteSink list = new ByteSink();
        outputs.writeTo(list);
        return outputs.count() > 1
                ? list.slice()
                : new JsonWriter(list.size() + 16)
                        .beginObject()
                        .raw("results", list.slice())
                        .endObject()
                        .slice();
    }
}
