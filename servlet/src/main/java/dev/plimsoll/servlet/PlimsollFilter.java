package dev.plimsoll.servlet;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.servlet.body.BufferRoom;
import dev.plimsoll.servlet.body.GuardedResponse;
import dev.plimsoll.servlet.body.ReplayedRequest;
import dev.plimsoll.servlet.message.JsonRpc;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
import dev.plimsoll.store.SnapshotStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Servlet filter that keeps the results of an MCP server from flooding a model's context window, whatever the server is
 * written with. Map it to the path of the server's endpoint, for the dispatcher types {@code REQUEST} and {@code ASYNC}, after
 * filters that authenticate. Thread-safe; use one filter for each server.
 */
public final class PlimsollFilter implements Filter {

    static final String SESSION = "Mcp-Session-Id";

    private static final String REVISION = "MCP-Protocol-Version";
    private static final String RESPONSE = PlimsollFilter.class.getName() + ".response";
    private static final int BUFFER_BYTES = 16_384;

    private @Nullable Parts parts;
    private final boolean isBuilt;

    /** Parts of a filter. */
    record Parts(
            MessageGuard messages, RequestCallers callers, BufferRoom room, SnapshotStore store, Plimsoll engine) {}

    /** Creates a filter that reads its settings from the init parameters of its registration. */
    public PlimsollFilter() {
        this.isBuilt = false;
    }

    PlimsollFilter(Parts parts) {
        this.parts = parts;
        this.isBuilt = true;
    }

    /** Creates a filter with default settings: 4,000 tokens per answer, and snapshots in memory for 15 minutes. */
    public static PlimsollFilter withDefaults() {
        return builder().build();
    }

    public static PlimsollFilterBuilder builder() {
        return new PlimsollFilterBuilder();
    }

    /**
     * Registers this filter in a servlet context as it must be: for requests and asynchronous dispatches.
     *
     * @param urlPatterns paths of the server's endpoint, such as {@code /mcp}
     */
    public void addTo(ServletContext context, String... urlPatterns) {
        FilterRegistration.Dynamic registration = context.addFilter("plimsoll", this);
        if (registration == null) {
            throw new IllegalStateException("the servlet context already has a filter with the name plimsoll");
        }
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, urlPatterns);
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : Collections.list(config.getInitParameterNames())) {
            parameters.put(name, String.valueOf(config.getInitParameter(name)));
        }
        if (isBuilt) {
            if (!parameters.isEmpty()) {
                throw new ServletException(
                        "init parameters of PlimsollFilter: must be none, because the filter was built in code, got "
                                + parameters.keySet());
            }
            return;
        }
        try {
            parts = PlimsollFilterBuilder.of(FilterSettings.parse("init parameters of PlimsollFilter", parameters))
                    .parts();
        } catch (IllegalArgumentException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    /** Closes the store. */
    @Override
    public void destroy() {
        if (parts != null) {
            parts.engine().closeSources();
            parts.store().close();
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getAttribute(RESPONSE) instanceof GuardedResponse guarded) {
            passOn(request, response, chain, guarded);
        } else if (request instanceof HttpServletRequest httpRequest
                && response instanceof HttpServletResponse httpResponse
                && httpRequest.getDispatcherType() == DispatcherType.REQUEST) {
            handle(httpRequest, httpResponse, chain, requireParts());
        } else {
            chain.doFilter(request, response);
        }
    }

    private Parts requireParts() {
        Parts known = parts;
        if (known == null) {
            throw new IllegalStateException("PlimsollFilter was not initialized: the container calls init");
        }
        return known;
    }

    private static void handle(HttpServletRequest request, HttpServletResponse response, FilterChain chain, Parts parts)
            throws IOException, ServletException {
        String session = request.getHeader(SESSION);
        switch (request.getMethod()) {
            case "POST" -> post(request, response, chain, parts);
            case "GET" -> {
                PostedMessages stream = session == null ? null : parts.messages().stream(session);
                if (stream == null) {
                    chain.doFilter(request, response);
                } else {
                    forward(request, response, chain, new Exchange(Slice.of(""), stream, parts.room()));
                }
            }
            default -> chain.doFilter(request, response);
        }
    }

    private static void post(HttpServletRequest request, HttpServletResponse response, FilterChain chain, Parts parts)
            throws IOException, ServletException {
        BufferRoom.Share share = parts.room().share();
        try {
            Slice body = readBody(request, response, parts.room(), share);
            if (body == null) {
                return;
            }
            PostedMessages messages = parts.messages().decide(body, sender(request, parts.callers()));
            if (messages == null) {
                refuse(response, HttpServletResponse.SC_BAD_REQUEST, JsonRpc.PARSE_ERROR, "the body is not JSON-RPC");
                return;
            }
            Slice forwarded = messages.forwarded();
            if (forwarded == null) {
                answer(messages, response);
            } else {
                forward(request, response, chain, new Exchange(forwarded, messages, parts.room()));
            }
        } finally {
            share.release();
        }
    }

    private record Exchange(Slice body, PostedMessages messages, BufferRoom room) {}

    private static MessageSender sender(HttpServletRequest request, RequestCallers callers) {
        RequestCaller caller = callers.of(request);
        String session = request.getHeader(SESSION);
        return new MessageSender(
                caller.name(), caller.tier(), session == null ? "" : session, request.getHeader(REVISION));
    }

    /** Returns the body; null if it was refused. */
    private static @Nullable Slice readBody(
            HttpServletRequest request, HttpServletResponse response, BufferRoom room, BufferRoom.Share share)
            throws IOException {
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            refuse(
                    response,
                    HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    JsonRpc.INVALID_REQUEST,
                    "Content-Encoding must be absent, got a compressed body");
            return null;
        }
        ByteCollector collector = new ByteCollector();
        InputStream in = request.getInputStream();
        int count = 0;
        boolean hasRoom = request.getContentLengthLong() <= room.maxBody();
        while (hasRoom && count >= 0) {
            count = collector.read(in, BUFFER_BYTES);
            hasRoom = count <= 0 || share.take(count);
        }
        if (hasRoom) {
            return collector.slice();
        }
        boolean isTooLarge = request.getContentLengthLong() > room.maxBody() || collector.size() > room.maxBody();
        if (isTooLarge) {
            refuse(
                    response,
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    JsonRpc.INVALID_REQUEST,
                    "the request is larger than " + room.maxBody() + " bytes, the limit maxMessageBytes");
        } else {
            refuse(
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    JsonRpc.INVALID_REQUEST,
                    "the memory for requests is in use; repeat the request later");
        }
        return null;
    }

    private static void forward(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, Exchange exchange)
            throws IOException, ServletException {
        if (exchange.messages().passesResponse()) {
            chain.doFilter(new ReplayedRequest(request, exchange.body(), response), response);
            return;
        }
        GuardedResponse guarded = new GuardedResponse(response, exchange.messages(), exchange.room());
        ReplayedRequest replayed = new ReplayedRequest(request, exchange.body(), guarded);
        replayed.setAttribute(RESPONSE, guarded);
        passOn(replayed, guarded, chain, guarded);
    }

    /** Calls what is behind the filter, and finishes the response unless an asynchronous request goes on. */
    private static void passOn(
            ServletRequest request, ServletResponse response, FilterChain chain, GuardedResponse guarded)
            throws IOException, ServletException {
        boolean isDone = false;
        try {
            chain.doFilter(request, response);
            isDone = true;
        } finally {
            if (!isDone) {
                guarded.discard();
            }
        }
        if (!request.isAsyncStarted()) {
            guarded.finish();
        }
    }

    private static void answer(PostedMessages messages, HttpServletResponse response) throws IOException {
        Slice body = messages.ownBody();
        if (body.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
        } else {
            write(response, body);
        }
    }

    private static void refuse(HttpServletResponse response, int status, int code, String message) throws IOException {
        response.setStatus(status);
        write(response, JsonRpc.error(code, message));
    }

    private static void write(HttpServletResponse response, Slice body) throws IOException {
        response.setContentType("application/json");
        response.setContentLength(body.length());
        response.getOutputStream().write(body.bytes(), body.from(), body.length());
    }
}
