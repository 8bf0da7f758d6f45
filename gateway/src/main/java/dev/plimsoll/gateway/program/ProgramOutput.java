package dev.plimsoll.gateway.program;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.QueryOutputs;

/**
 * Writes the outputs of a program as the result of a tool, with one text block. The result is then shaped
 * like any other.
 */
final class ProgramOutput {

    private ProgramOutput() {}

    /**
     * Returns the result.
     *
     * @param isModern whether the client expects {@code resultType}
     */
    static Slice toResult(QueryOutputs outputs, boolean isModern) {
        JsonWriter json = new JsonWriter().beginObject();
        json.beginArray("content").beginObject().string("type", "text").string("text", toText(outputs));
        json.endObject().endArray();
        return isModern
                ? json.string("resultType", "complete").endObject().slice()
                : json.endObject().slice();
    }

    /**
     * Returns the text of the result. Several outputs are a JSON array. A single output that is an array or
     * a string is the text itself. Any other single output {@code X} is written as {@code {"results":[X]}}. Without an
     * output, the text is {@code {"results":[]}}.
     */
    private static Slice toText(QueryOutputs outputs) {
        Slice singleOutput = outputs.count() == 1 ? Json.trim(outputs.get(0)) : null;
        if (singleOutput != null && Json.type(singleOutput) == JsonType.STRING) {
            return JsonText.unescapeToSlice(Json.stringInside(singleOutput));
        }
        if (singleOutput != null && Json.type(singleOutput) == JsonType.ARRAY) {
            return singleOutput;
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
