package dev.plimsoll.gateway.http.rest;

import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;

/**
 * The response to a call of a client that does not use MCP.
 *
 * @param body the tool's result, or an error
 */
record RestResponse(int status, Slice body, Map<String, String> headers) {

    static RestResponse ofResult(Slice result) {
        return new RestResponse(200, result, Map.of());
    }

    /** Returns the response as the data of an event, where the HTTP status cannot be set any more. */
    List<Slice> eventData() {
        if (status == 200) {
            return List.of(Slice.of("{\"status\":\"complete\",\"result\":"), body, Slice.of("}"));
        }
        // the body is an object that is not empty: its members continue the object of the event
        return List.of(Slice.of("{\"status\":\"error\","), new Slice(body.bytes(), body.from() + 1, body.to()));
    }
}
