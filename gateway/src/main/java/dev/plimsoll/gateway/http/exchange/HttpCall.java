package dev.plimsoll.gateway.http.exchange;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An HTTP request and its response, reduced to what the gateway uses. */
public final class HttpCall {

    private static final int FIRST_READ_BYTES = 1 << 13;
    /** Bytes to allocate at first: a client may declare a length without sending it. */
    private static final int MAX_INITIAL_BYTES = 1 << 18;

    private static final long MIN_BYTES_PER_SECOND = 1 << 10;

    /** Bodies of refused requests up to this size are read and ignored, so that the connection can be reused. */
    private static final int MAX_DISCARDED_BYTES = 1 << 16;

    private static final int DISCARD_CHUNK_BYTES = 1 << 12;
    private static final long MAX_DISCARD_NANOS = 2_000_000_000L;

    /** The most bytes of a refused request that are read after its response. */
    private static final long MAX_LINGER_BYTES = 1L << 28;

    private static final long MAX_LINGER_NANOS = 5_000_000_000L;
    private static final long MAX_LINGER_PAUSE_MILLIS = 2_000;

    private static final int CHUNK = 1 << 16;
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final HttpExchange exchange;
    private final Duration readTimeout;
    private final BodyMemory bodyMemory;
    private String holder = FairPool.GATEWAY;
    private long reservedBytes;
    private @Nullable InputStream body;

    public HttpCall(HttpExchange exchange, Duration readTimeout, BodyMemory bodyMemory) {
        this.exchange = exchange;
        this.readTimeout = readTimeout;
        this.bodyMemory = bodyMemory;
    }

    /** Sets the name under which the caller holds the memory of the body. */
    public void setHolder(String name) {
        holder = name;
    }

    public String method() {
        return exchange.method();
    }

    public String path() {
        return exchange.path();
    }

    /** Returns whether the path contains {@code .} or {@code ..} segments, which clients send only to bypass checks. */
    public boolean hasDotSegments() {
        String path = exchange.rawPath();
        return path != null && path.contains("/.") && (path + "/").matches(".*/\\.{1,2}(;[^/]*)?/.*");
    }

    /** Returns the certificate of the client, verified during the TLS handshake; null if it has none. */
    public @Nullable X509Certificate clientCertificate() {
        return exchange.clientCertificate();
    }

    public @Nullable String header(String name) {
        return exchange.header(name);
    }

    public List<String> headers(String name) {
        return exchange.headers(name);
    }

    /** Passes all headers to {@code consumer}, with names in lower case. */
    public void forEachHeader(BiConsumer<String, String> consumer) {
        exchange.forEachHeader(consumer);
    }

    public int headerCount() {
        return exchange.headerCount();
    }

    /** Returns the query after the question mark, or null if there is none. */
    public @Nullable String query() {
        return exchange.query();
    }

    public boolean isSecure() {
        return exchange.isSecure();
    }

    /** Returns the address of the connection, or null if it has none. */
    public @Nullable InetAddress remoteAddress() {
        return exchange.remoteAddress();
    }

    public void setHeader(String header, String value) {
        exchange.setHeader(header, value);
    }

    /** Requires a JSON body. Browsers send other types without a preflight request. */
    public void requireJson() throws HttpErrorException {
        String type = header("Content-Type");
        if (type == null
                || !type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json")) {
            throw HttpErrorException.invalidRequest(
                    415, "the body must be application/json", "Content-Type: application/json");
        }
    }

    /** Reads the whole body. */
    public Slice readBody(int maxBytes) throws IOException, HttpErrorException {
        try {
            return readToEnd(maxBytes);
        } catch (IOException e) {
            if (isTimeout(e)) {
                throw tooSlow();
            }
            throw e;
        }
    }

    private Slice readToEnd(int maxBytes) throws IOException, HttpErrorException {
        long declaredLength = exchange.bodyLength();
        if (declaredLength > maxBytes) {
            throw tooLarge(maxBytes);
        }
        byte[] bytes = reserve(Math.min(
                maxBytes, declaredLength < 0 ? FIRST_READ_BYTES : Math.min(declaredLength, MAX_INITIAL_BYTES)));
        int filled = 0;
        long startNanos = System.nanoTime();
        // the stream is closed only at its end: after a close, the rest of a refused body could not be read
        InputStream in = openBody();
        while (true) {
            if (filled == bytes.length) {
                int nextByte = in.read();
                if (nextByte < 0) {
                    in.close();
                    return new Slice(bytes, 0, filled);
                }
                if (filled == maxBytes) {
                    throw tooLarge(maxBytes);
                }
                byte[] larger = reserve(Math.min(maxBytes, Math.max(FIRST_READ_BYTES, 2L * filled)));
                System.arraycopy(bytes, 0, larger, 0, filled);
                bytes = larger;
                bytes[filled++] = (byte) nextByte;
            }
            int count = in.read(bytes, filled, bytes.length - filled);
            if (count < 0) {
                in.close();
                return new Slice(bytes, 0, filled);
            }
            filled += count;
            requireMinimumRate(filled, System.nanoTime() - startNanos);
        }
    }

    /** Returns the stream of the body, which continues where the previous read stopped. */
    private InputStream openBody() {
        InputStream openedBody = body;
        if (openedBody == null) {
            openedBody = exchange.openBody();
            body = openedBody;
        }
        return openedBody;
    }

    /** Allocates a larger array. Its size replaces that of the former array, which is not needed after the copy. */
    private byte[] reserve(long bytes) throws HttpErrorException {
        bodyMemory.take(holder, bytes - reservedBytes);
        reservedBytes = bytes;
        return new byte[(int) bytes];
    }

    /** Releases the memory of the body. */
    public void releaseMemory() {
        bodyMemory.release(holder, reservedBytes);
        reservedBytes = 0;
    }

    /**
     * Requires a minimum rate of 1 KiB/s after {@code readTimeout}: otherwise a slow client would hold its memory
     * forever.
     */
    private void requireMinimumRate(int bytes, long nanos) throws HttpErrorException {
        long overdueNanos = nanos - readTimeout.toNanos();
        if (overdueNanos > 0 && bytes < MIN_BYTES_PER_SECOND * TimeUnit.NANOSECONDS.toSeconds(nanos)) {
            throw tooSlow();
        }
    }

    /** Returns whether the client has sent nothing for the idle timeout of its connection. */
    private static boolean isTimeout(IOException failure) {
        return failure.getCause() instanceof TimeoutException;
    }

    private static HttpErrorException tooSlow() {
        return HttpErrorException.invalidRequest(408, "the body arrives too slowly", "send it faster, or send less");
    }

    private static HttpErrorException tooLarge(int maxBytes) {
        return HttpErrorException.of(
                413,
                ErrorCode.RESULT_TOO_LARGE,
                "the message is above the limit of " + maxBytes + " bytes",
                "send less, or raise maxMessageBytes");
    }

    public void sendEmpty(int status) throws IOException {
        exchange.setStatus(status);
        exchange.write(true, EMPTY);
    }

    /** Writes one JSON document. */
    public void sendJson(int status, Slice document) throws IOException {
        sendJson(status, List.of(document));
    }

    /** Writes one JSON document, given in pieces. */
    public void sendJson(int status, List<Slice> pieces) throws IOException {
        sendDocument(status, "application/json", pieces);
    }

    /** Writes one document of any type, given in pieces. */
    public void sendDocument(int status, String type, List<Slice> pieces) throws IOException {
        long length = 0;
        for (Slice piece : pieces) {
            length += piece.length();
        }
        exchange.setStatus(status);
        exchange.setHeader("Content-Type", type);
        exchange.setHeader("Content-Length", Long.toString(length));
        byte[] chunk = new byte[(int) Math.min(length, CHUNK)];
        int filled = 0;
        for (Slice piece : pieces) {
            int position = piece.from();
            while (position < piece.to()) {
                if (filled == chunk.length) {
                    exchange.write(false, ByteBuffer.wrap(chunk));
                    filled = 0;
                }
                int copied = Math.min(piece.to() - position, chunk.length - filled);
                System.arraycopy(piece.bytes(), position, chunk, filled, copied);
                position += copied;
                filled += copied;
            }
        }
        exchange.write(true, ByteBuffer.wrap(chunk, 0, filled));
    }

    /**
     * Writes the response of another replica as it arrives.
     *
     * @param maxBytes the maximum number of bytes
     */
    public void relay(int status, @Nullable String type, InputStream body, long maxBytes) throws IOException {
        exchange.setStatus(status);
        if (type != null) {
            exchange.setHeader("Content-Type", type);
        }
        if (String.valueOf(type).startsWith("text/event-stream")) {
            exchange.setHeader("Cache-Control", "no-cache, no-transform");
            exchange.setHeader("X-Accel-Buffering", "no");
        }
        byte[] chunk = new byte[CHUNK];
        long remainingBytes = maxBytes;
        for (int count = body.read(chunk); count >= 0; count = body.read(chunk)) {
            remainingBytes -= count;
            if (remainingBytes < 0) {
                throw new IOException("the response of another replica exceeds " + maxBytes + " bytes");
            }
            exchange.write(false, ByteBuffer.wrap(chunk, 0, count));
        }
        exchange.write(true, EMPTY);
    }

    public void sendError(HttpErrorException error) throws IOException {
        boolean isBodyConsumed = discardBody();
        if (!isBodyConsumed) {
            // otherwise the client would send its next request on a connection that is closing
            setHeader("Connection", "close");
        }
        error.headers().forEach(this::setHeader);
        boolean isRestPath = path().startsWith("/api/") || path().equals("/metrics");
        sendJson(error.status(), isRestPath ? error.restBody() : error.body());
        if (!isBodyConsumed && !awaitsContinue()) {
            linger();
        }
    }

    /** Returns whether the client sends its body only after a {@code 100 Continue}. */
    private boolean awaitsContinue() {
        return header("Expect") != null;
    }

    /**
     * Reads the rest of the body if it is short. Returns whether nothing more will come. Waits two seconds if the body
     * arrives slowly, until the idle timeout if it stops, and not at all if the client waits for a {@code 100 Continue}.
     */
    private boolean discardBody() throws IOException {
        long declaredLength = exchange.bodyLength();
        if (body != null || declaredLength <= 0 || declaredLength > MAX_DISCARDED_BYTES || awaitsContinue()) {
            return discardAvailable();
        }
        byte[] discarded = new byte[(int) Math.min(declaredLength, DISCARD_CHUNK_BYTES)];
        long startNanos = System.nanoTime();
        InputStream in = openBody();
        try {
            int count = in.read(discarded);
            while (count >= 0 && System.nanoTime() - startNanos < MAX_DISCARD_NANOS) {
                count = in.read(discarded);
            }
            return count < 0;
        } catch (IOException e) {
            if (isTimeout(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Reads and ignores the bytes of the body that have arrived. Returns whether nothing more will come. */
    private boolean discardAvailable() throws IOException {
        InputStream in = openBody();
        byte[] discarded = new byte[DISCARD_CHUNK_BYTES];
        for (int total = 0; total < MAX_DISCARDED_BYTES && in.available() > 0; ) {
            total += Math.max(1, in.read(discarded));
        }
        return in.available() == 0 && exchange.isBodyRead();
    }

    /**
     * Reads and ignores what the client still sends after the response, for some seconds. A connection that closes with unread
     * bytes is reset, and a reset can overtake the response: the client would not see why its request is refused.
     */
    private void linger() {
        releaseMemory();
        exchange.setIdleTimeout(MAX_LINGER_PAUSE_MILLIS);
        byte[] discarded = new byte[DISCARD_CHUNK_BYTES];
        long startNanos = System.nanoTime();
        try {
            InputStream in = openBody();
            long total = 0;
            int count = 0;
            while (count >= 0 && total < MAX_LINGER_BYTES && System.nanoTime() - startNanos < MAX_LINGER_NANOS) {
                total += count;
                count = in.read(discarded);
            }
        } catch (IOException e) {
            // the client has disconnected, or sends nothing more
        }
    }

    /** Begins an event stream. */
    public EventWriter beginEvents() throws IOException {
        exchange.setStatus(200);
        exchange.setHeader("Content-Type", "text/event-stream");
        exchange.setHeader("Cache-Control", "no-cache, no-transform");
        // otherwise a proxy may buffer the events
        exchange.setHeader("X-Accel-Buffering", "no");
        return new EventWriter(exchange);
    }

    public boolean isCommitted() {
        return exchange.isCommitted();
    }
}
