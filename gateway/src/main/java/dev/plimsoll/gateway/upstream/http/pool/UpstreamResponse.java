package dev.plimsoll.gateway.upstream.http.pool;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** HTTP response of a server, whose body is read from the network when it is needed. */
public final class UpstreamResponse implements AutoCloseable {

    /** Largest body that is read to its end only so that the connection can be reused. */
    private static final int MAX_SKIPPED_BYTES = 1 << 12;

    private final ClassicHttpResponse response;
    private final HttpUriRequestBase request;
    private InputStream rawBody = InputStream.nullInputStream();
    private @Nullable InputStream body;

    UpstreamResponse(ClassicHttpResponse response, HttpUriRequestBase request) {
        this.response = response;
        this.request = request;
    }

    public int status() {
        return response.getCode();
    }

    public boolean isSuccess() {
        return status() >= 200 && status() < 300;
    }

    public @Nullable String header(String name) {
        Header header = response.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (Header header : response.getHeaders(name)) {
            values.add(header.getValue());
        }
        return values;
    }

    /** Returns the media type in lower case, without parameters; empty if there is none. */
    public String mediaType() {
        String type = header("Content-Type");
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    public boolean isEventStream() {
        return mediaType().equals(OutgoingRequest.EVENT_STREAM);
    }

    /** Returns the length of the body; negative if it is only known at the end of the body. */
    long length() {
        HttpEntity entity = response.getEntity();
        return entity == null ? 0 : isGzipped() ? -1 : entity.getContentLength();
    }

    public InputStream body() throws IOException {
        InputStream openBody = body;
        if (openBody != null) {
            return openBody;
        }
        HttpEntity entity = response.getEntity();
        rawBody = entity == null ? InputStream.nullInputStream() : entity.getContent();
        body = isGzipped() ? new GZIPInputStream(rawBody, 1 << 13) : rawBody;
        return body;
    }

    private boolean isGzipped() {
        String encoding = header("Content-Encoding");
        return encoding != null && encoding.strip().toLowerCase(Locale.ROOT).matches("(x-)?gzip");
    }

    /**
     * Reads the end of a compressed body from the network, so that the connection can be reused. Must be called after
     * {@link #body} was read to its end.
     *
     * @throws IOException if more data follows
     */
    public void finishBody() throws IOException {
        if (isGzipped() && rawBody.read() >= 0) {
            throw new IOException("data after the compressed body");
        }
    }

    /**
     * Closes the response. If the body was not read, a small body is skipped. If bytes remain, the TCP
     * connection is closed too.
     */
    @Override
    public void close() {
        try {
            if (!isEventStream() && response.getEntity() != null && body == null) {
                body().skip(MAX_SKIPPED_BYTES);
                var _ = rawBody.read();
            }
            // aborts the request first, because closing the response would wait for the rest of the body; after
            // the whole body was read, abort has no effect
            request.abort();
            response.close();
        } catch (IOException e) {
            request.abort();
        }
    }
}
