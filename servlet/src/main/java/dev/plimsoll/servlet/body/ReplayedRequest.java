package dev.plimsoll.servlet.body;

import dev.plimsoll.json.Slice;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Request with the body that the server gets, which the filter has read and may have changed. */
public final class ReplayedRequest extends HttpServletRequestWrapper {

    private static final String CONTENT_LENGTH = "content-length";
    /** Headers that describe the body as it was sent, and the header that asks the server to compress its response. */
    private static final Set<String> HIDDEN_HEADERS = Set.of(CONTENT_LENGTH, "transfer-encoding", "accept-encoding");

    private final Slice body;
    private final HttpServletResponse response;
    private @Nullable ReplayedBody input;
    private @Nullable BufferedReader reader;
    private volatile @Nullable GuardedAsyncContext asyncContext;

    /**
     * Creates a request.
     *
     * @param response the response for {@link #startAsync()}
     */
    public ReplayedRequest(HttpServletRequest request, Slice body, HttpServletResponse response) {
        super(request);
        this.body = body;
        this.response = response;
        if (response instanceof GuardedResponse guarded) {
            guarded.setContainerThreads(this::startOnContainerThread);
        }
    }

    private void startOnContainerThread(Runnable task) {
        getAsyncContext().start(task);
    }

    @Override
    public ServletInputStream getInputStream() {
        ReplayedBody stream = input == null ? new ReplayedBody(body, this::startOnContainerThread) : input;
        input = stream;
        return stream;
    }

    @Override
    public BufferedReader getReader() {
        BufferedReader current = reader == null
                ? new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8))
                : reader;
        reader = current;
        return current;
    }

    @Override
    public String getCharacterEncoding() {
        return "UTF-8"; // the filter has read the body as UTF-8
    }

    @Override
    public int getContentLength() {
        return body.length();
    }

    @Override
    public long getContentLengthLong() {
        return body.length();
    }

    @Override
    public @Nullable String getHeader(String name) {
        String lowerCaseName = name.toLowerCase(Locale.ROOT);
        if (lowerCaseName.equals(CONTENT_LENGTH)) {
            return Integer.toString(body.length());
        }
        return HIDDEN_HEADERS.contains(lowerCaseName) ? null : super.getHeader(name);
    }

    @Override
    public int getIntHeader(String name) {
        return name.equalsIgnoreCase(CONTENT_LENGTH) ? body.length() : super.getIntHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String lowerCaseName = name.toLowerCase(Locale.ROOT);
        if (lowerCaseName.equals(CONTENT_LENGTH)) {
            return Collections.enumeration(List.of(Integer.toString(body.length())));
        }
        return HIDDEN_HEADERS.contains(lowerCaseName) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(Collections.list(super.getHeaderNames()).stream()
                .filter(name -> name.equalsIgnoreCase(CONTENT_LENGTH)
                        || !HIDDEN_HEADERS.contains(name.toLowerCase(Locale.ROOT)))
                .toList());
    }

    @Override
    public AsyncContext startAsync() {
        return guardedContext(super.startAsync(this, response));
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse other) {
        return guardedContext(super.startAsync(request, other));
    }

    private AsyncContext guardedContext(AsyncContext started) {
        GuardedAsyncContext guarded = new GuardedAsyncContext(
                started, response instanceof GuardedResponse guardedResponse ? guardedResponse : null);
        asyncContext = guarded;
        return guarded;
    }

    @Override
    public AsyncContext getAsyncContext() {
        GuardedAsyncContext started = asyncContext;
        return started == null ? super.getAsyncContext() : started;
    }
}
