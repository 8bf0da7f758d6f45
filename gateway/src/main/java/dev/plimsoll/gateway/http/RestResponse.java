package dev.plimsoll.gateway.http;

import dev.plimsoll.json.Slice;
import java.util.Map;

/**
 * What came of a call, for a program that does not speak the protocol.
 *
 * @param body the tool's result, or what is wrong
 */
record RestResponse(int status, Slice body, Map<String, String> headers) {

    static RestResponse good(Slice result) {
        return new RestResponse(200, result, Map.of());
    }

    /** The same in a stream, where the status has been sent long ago. */
    Slice[] event() {
        if (status == 200) {
            return new Slice[] {Slice.of("{\"status\":\"complete\",\"result\":"), body, Slice.of("}")};
        }
        // the body is an object of one member already
        return new Slice[] {Slice.of("{\"status\":\"error\","), new Slice(body.bytes(), body.from() + 1, body.to())};
    }
}
