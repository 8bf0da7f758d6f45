package dev.plimsoll.gateway.upstream.http.pool;

import dev.plimsoll.json.Slice;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An HTTP request to a server. Mutable, until it is sent. */
public final class OutgoingRequest {

    public static final String EVENT_STREAM = "text/event-stream";
    static final String JSON_OR_EVENT_STREAM = "application/json, text/event-stream";

    private final String method;
    private final @Nullable Slice body;
    private final List<Header> headers = new ArrayList<>();
    private URI url;
    private Duration timeout = Duration.ZERO;

    /** A header of the request. */
    public record Header(String name, String value) {}

    private OutgoingRequest(String method, URI url, @Nullable Slice body) {
        this.method = method;
        this.url = url;
        this.body = body;
    }

    public static OutgoingRequest post(URI url, Slice body) {
        return new OutgoingRequest("POST", url, body).addHeader("Accept", JSON_OR_EVENT_STREAM);
    }

    public static OutgoingRequest get(URI url) {
        return new OutgoingRequest("GET", url, null);
    }

    public static OutgoingRequest delete(URI url) {
        return new OutgoingRequest("DELETE", url, null);
    }

    /** Adds a header, unless its value is null. Returns this request. */
    public OutgoingRequest addHeader(String name, @Nullable String value) {
        if (value != null) {
            headers.add(new Header(name, value));
        }
        return this;
    }

    /** Adds headers. Returns this request. */
    public OutgoingRequest addHeaders(List<Header> newHeaders) {
        headers.addAll(newHeaders);
        return this;
    }

    /** Returns a copy in which a header has this value, instead of its other values. */
    public OutgoingRequest withHeader(String name, String value) {
        OutgoingRequest copy = new OutgoingRequest(method, url, body).setTimeout(timeout);
        for (Header header : headers) {
            if (!header.name().equalsIgnoreCase(name)) {
                copy.headers.add(header);
            }
        }
        return copy.addHeader(name, value);
    }

    /** Sets the longest time that the server may be silent; zero for no limit. Returns this request. */
    public OutgoingRequest setTimeout(Duration limit) {
        timeout = limit;
        return this;
    }

    public void setUrl(URI newUrl) {
        url = newUrl;
    }

    String method() {
        return method;
    }

    public URI url() {
        return url;
    }

    @Nullable Slice body() {
        return body;
    }

    List<Header> headers() {
        return headers;
    }

    Duration timeout() {
        return timeout;
    }
}
