package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.json.Slice;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An HTTP request under construction. */
final class OutgoingRequest {

    static final String EVENTS = "text/event-stream";
    static final String EITHER = "application/json, text/event-stream";

    private final String method;
    private final @Nullable Slice body;
    private final List<Header> headers = new ArrayList<>();
    private URI place;
    private Duration patience = Duration.ZERO;

    /** A header of the request. */
    record Header(String name, String value) {}

    private OutgoingRequest(String method, URI place, @Nullable Slice body) {
        this.method = method;
        this.place = place;
        this.body = body;
    }

    static OutgoingRequest post(URI place, Slice body) {
        return new OutgoingRequest("POST", place, body).with("Accept", EITHER);
    }

    static OutgoingRequest get(URI place) {
        return new OutgoingRequest("GET", place, null);
    }

    static OutgoingRequest delete(URI place) {
        return new OutgoingRequest("DELETE", place, null);
    }

    /** Adds a header, unless its value is null. */
    OutgoingRequest with(String name, @Nullable String value) {
        if (value != null) {
            headers.add(new Header(name, value));
        }
        return this;
    }

    OutgoingRequest with(List<Header> more) {
        headers.addAll(more);
        return this;
    }

    /** Returns a copy with another value of one header. */
    OutgoingRequest but(String name, String value) {
        OutgoingRequest other = new OutgoingRequest(method, place, body).within(patience);
        for (Header header : headers) {
            if (!header.name().equalsIgnoreCase(name)) {
                other.headers.add(header);
            }
        }
        return other.with(name, value);
    }

    /** Sets how long the server may be silent; zero for no limit. */
    OutgoingRequest within(Duration limit) {
        patience = limit;
        return this;
    }

    void to(URI other) {
        place = other;
    }

    String method() {
        return method;
    }

    URI place() {
        return place;
    }

    @Nullable Slice body() {
        return body;
    }

    List<Header> headers() {
        return headers;
    }

    Duration patience() {
        return patience;
    }
}
