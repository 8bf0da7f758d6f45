package dev.plimsoll.gateway.http;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** One HTTP request and its answer, as far as we need them. */
final class HttpCall {

    private static final int FIRST_READ = 1 << 13;
    /** A client that says how much it will send has not sent it yet. */
    private static final int MOST_AT_ONCE = 1 << 18;

    private static final long SLOWEST_BYTES_A_SECOND = 1 << 10;

    /** As much of a refused request's body is read all the same, so that its connection can be used again. */
    private static final int MOST_IGNORED = 1 << 16;

    private static final int MOST_AT_A_TIME = 1 << 12;
    private static final long MOST_WAITED_NANOS = 2_000_000_000L;

    private static final int CHUNK = 1 << 16;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Request request;
    private final Response response;
    private final Duration patience;
    private final BodyMemory room;
    private long held;
    private boolean asked;

    HttpCall(Request request, Response response, Duration patience, BodyMemory room) {
        this.request = request;
        this.response = response;
        this.patience = patience;
        this.room = room;
    }

    String method() {
        return request.getMethod();
    }

    String path() {
        return Request.getPathInContext(request);
    }

    /** Whether its path goes somewhere else than it begins, as only those write it who look for a way around. */
    boolean goesAround() {
        String written = request.getHttpURI().getPath();
        return written != null && written.contains("/.") && (written + "/").matches(".*/\\.{1,2}(;[^/]*)?/.*");
    }

    @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    /** Names in small letters. */
    void eachHeader(BiConsumer<String, String> told) {
        request.getHeaders()
                .forEach(field ->
                        told.accept(field.getLowerCaseName(), Objects.requireNonNullElse(field.getValue(), "")));
    }

    int headerCount() {
        return request.getHeaders().size();
    }

    /** What stands behind the question mark; null: there is none. */
    @Nullable String query() {
        return request.getHttpURI().getQuery();
    }

    boolean isSecure() {
        return request.isSecure();
    }

    /** Where it comes from, if that is an address. */
    @Nullable InetAddress from() {
        return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : null;
    }

    void with(String header, String value) {
        response.getHeaders().put(header, value);
    }

    /** Browsers send anything else without asking first. */
    void requireJson() throws HttpErrorException {
        String type = header("Content-Type");
        if (type == null
                || !type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json")) {
            throw HttpErrorException.invalid(415, "the body must be application/json", "Content-Type: application/json");
        }
    }

    /** The whole body. */
    Slice body(int most) throws IOException, HttpErrorException {
        asked = true;
        long declared = request.getLength();
        if (declared > most) {
            throw tooLarge(most);
        }
        byte[] bytes = hold(Math.min(most, declared < 0 ? FIRST_READ : Math.min(declared, MOST_AT_ONCE)));
        int filled = 0;
        long began = System.nanoTime();
        try (InputStream in = Content.Source.asInputStream(request)) {
            while (true) {
                if (filled == bytes.length) {
                    int more = in.read();
                    if (more < 0) {
                        return new Slice(bytes, 0, filled);
                    }
                    if (filled == most) {
                        throw tooLarge(most);
                    }
                    byte[] larger = hold(Math.min(most, Math.max(FIRST_READ, 2L * filled)));
                    System.arraycopy(bytes, 0, larger, 0, filled);
                    bytes = larger;
                    bytes[filled++] = (byte) more;
                }
                int got = in.read(bytes, filled, bytes.length - filled);
                if (got < 0) {
                    return new Slice(bytes, 0, filled);
                }
                filled += got;
                requireHaste(filled, System.nanoTime() - began);
            }
        }
    }

    /** What is outgrown is soon free. */
    private byte[] hold(long bytes) throws HttpErrorException {
        room.take(bytes - held);
        held = bytes;
        return new byte[(int) bytes];
    }

    /** The request has been answered, and its body is of no use any more. */
    void end() {
        room.give(held);
        held = 0;
    }

    /** Whoever sends a byte now and then would hold what they have sent for ever. */
    private void requireHaste(int bytes, long nanos) throws HttpErrorException {
        long late = nanos - patience.toNanos();
        if (late > 0 && bytes < SLOWEST_BYTES_A_SECOND * TimeUnit.NANOSECONDS.toSeconds(nanos)) {
            throw HttpErrorException.invalid(408, "the body comes too slowly", "send it faster, or less of it");
        }
    }

    private static HttpErrorException tooLarge(int most) {
        return HttpErrorException.of(
                413,
                ErrorCode.RESULT_TOO_LARGE,
                "the message is above the limit of " + most + " bytes",
                "send less, or raise maxMessageBytes");
    }

    void empty(int status) throws IOException {
        response.setStatus(status);
        Content.Sink.write(response, true, NOTHING);
    }

    /** One JSON document, given in pieces. */
    void json(int status, Slice... pieces) throws IOException {
        document(status, "application/json", pieces);
    }

    /** One document of any type. */
    void document(int status, String type, Slice... pieces) throws IOException {
        long length = 0;
        for (Slice piece : pieces) {
            length += piece.length();
        }
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
        byte[] chunk = new byte[(int) Math.min(length, CHUNK)];
        int filled = 0;
        for (Slice piece : pieces) {
            int at = piece.from();
            while (at < piece.to()) {
                if (filled == chunk.length) {
                    Content.Sink.write(response, false, ByteBuffer.wrap(chunk));
                    filled = 0;
                }
                int part = Math.min(piece.to() - at, chunk.length - filled);
                System.arraycopy(piece.bytes(), at, chunk, filled, part);
                at += part;
                filled += part;
            }
        }
        Content.Sink.write(response, true, ByteBuffer.wrap(chunk, 0, filled));
    }

    /**
     * What another has answered, as it comes.
     *
     * @param most bytes of it
     */
    void relay(int status, @Nullable String type, InputStream body, long most) throws IOException {
        response.setStatus(status);
        if (type != null) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        }
        if (String.valueOf(type).startsWith("text/event-stream")) {
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, no-transform");
            response.getHeaders().put("X-Accel-Buffering", "no");
        }
        byte[] chunk = new byte[CHUNK];
        long left = most;
        for (int got = body.read(chunk); got >= 0; got = body.read(chunk)) {
            left -= got;
            if (left < 0) {
                throw new IOException("another replica's answer is above " + most + " bytes");
            }
            Content.Sink.write(response, false, ByteBuffer.wrap(chunk, 0, got));
        }
        Content.Sink.write(response, true, NOTHING);
    }

    void refuse(HttpErrorException why) throws IOException {
        if (!ignoresBody()) {
            // or the client would send its next request into a connection that is closing
            with("Connection", "close");
        }
        why.headers().forEach(this::with);
        boolean plain = path().startsWith("/api/") || path().equals("/metrics");
        json(why.status(), plain ? why.plain() : why.body());
    }

    /** Whether nothing of the request is still to come. A little is waited for, but not where the client waits for us. */
    private boolean ignoresBody() throws IOException {
        long declared = request.getLength();
        if (asked || declared <= 0 || declared > MOST_IGNORED || header("Expect") != null) {
            return request.consumeAvailable();
        }
        byte[] some = new byte[(int) Math.min(declared, MOST_AT_A_TIME)];
        long began = System.nanoTime();
        try (InputStream in = Content.Source.asInputStream(request)) {
            int got = in.read(some);
            while (got >= 0 && System.nanoTime() - began < MOST_WAITED_NANOS) {
                got = in.read(some);
            }
            return got < 0;
        }
    }

    /** Begins an answer that is a stream. */
    EventWriter events() throws IOException {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, no-transform");
        // or a proxy in between would gather what is to come at once
        response.getHeaders().put("X-Accel-Buffering", "no");
        return new EventWriter(response);
    }

    boolean isCommitted() {
        return response.isCommitted();
    }
}
