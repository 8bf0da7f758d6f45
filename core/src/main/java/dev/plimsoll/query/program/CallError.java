package dev.plimsoll.query.program;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;

/** Creates the errors that failed calls raise in a program. */
final class CallError {

    private CallError() {}

    static QueryError create(ProgramCall call, ToolAnswer.CallFailureReason failure) {
        Slice error = new JsonWriter(256)
                .beginObject()
                .string("code", failure.code())
                .string("message", failure.message())
                .string("tool", call.tool())
                .raw("arguments", call.arguments())
                .endObject()
                .slice();
        return new QueryError(Value.document(error));
    }
}
