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

/** Request whose body was read, and may have been changed, by the filter. */
public final class ReplayedRequest extends HttpServletRequestWrapper {

    private static final String CONTENT_LENGTH = "content-length";
    /** Headers about the body as it was sent, and about compression, which must happen after the filter. */
    private static final Set<String> HIDDEN = Set.of(CONTENT_LENGTH, "transfer-encoding", "accept-encoding");

    private final Slice body;
    private final HttpServletResponse response;
    private @Nullable ReplayedBody input;
    private @Nullable BufferedReader reader;
    private volatile @Nullable GuardedAsyncContext context;

    /**
     * Creates a request.
     *
     * @param response the response with which an asynchronous request begins
     */
    public ReplayedRequest(HttpServletRequest request, Slice body, HttpServletResponse response) {
        super(request);
        this.body = body;
        this.response = response;
        if (response instanceof GuardedResponse guarded) {
            guarded.setStarter(this::start);
        }
    }

    private void start(Runnable task) {
        getAsyncContext().start(task);
    }

    @Override
    public ServletInputStream getInputStream() {
        ReplayedBody stream = input == null ? new ReplayedBody(body, this::start) : input;
        input = stream;
        return stream;
    }

    @Override
    public BufferedReader getReader() {
        BufferedReader lines = reader == null
                ? new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8))
                : reader;
        reader = lines;
        return lines;
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
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals(CONTENT_LENGTH)) {
            return Integer.toString(body.length());
        }
        return HIDDEN.contains(lower) ? null : super.getHeader(name);
    }

    @Override
    public int getIntHeader(String name) {
        return name.equalsIgnoreCase(CONTENT_LENGTH) ? body.length() : super.getIntHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals(CONTENT_LENGTH)) {
            return Collections.enumeration(List.of(Integer.toString(body.length())));
        }
        return HIDDEN.contains(lower) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.enumeration(Collections.list(super.getHeaderNames()).stream()
                .filter(name ->
                        name.equalsIgnoreCase(CONTENT_LENGTH) || !HIDDEN.contains(name.toLowerCase(Locale.ROOT)))
                .toList());
    }

    @Override
    public AsyncContext startAsync() {
        return guarded(super.startAsync(this, response));
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse other) {
        return guarded(super.startAsync(request, other));
    }

    private AsyncContext guarded(AsyncContext started) {
        GuardedAsyncContext guarded =
                new GuardedAsyncContext(started, response instanceof GuardedResponse own ? own : null);
        context = guarded;
        return guarded;
    }

    @Override
    public AsyncContext getAsyncContext() {
        GuardedAsyncContext started = context;
        return started == null ? super.getAsyncContext() : started;
    }
}
