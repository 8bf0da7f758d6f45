package dev.plimsoll.servlet;

import dev.plimsoll.LibraryEngine;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.ByteCollector;
import dev.plimsoll.servlet.body.BodySink;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.body.GuardedResponse;
import dev.plimsoll.servlet.body.ReplayedRequest;
import dev.plimsoll.servlet.message.JsonRpc;
import dev.plimsoll.servlet.message.MessageGuard;
import dev.plimsoll.servlet.message.MessageSender;
import dev.plimsoll.servlet.message.PostedMessages;
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
 * Servlet filter that keeps the results of an MCP server from flooding a model's context window. It works with every MCP
 * library. Map it to the path of the server's endpoint, for the dispatcher types {@code REQUEST} and {@code ASYNC}, after
 * filters that authenticate. Thread-safe; use one filter for each server.
 */
public final class PlimsollFilter implements Filter {

    static final String SESSION = "Mcp-Session-Id";

    private static final String REVISION = "MCP-Protocol-Version";
    private static final String RESPONSE = PlimsollFilter.class.getName() + ".response";
    private static final int BUFFER_BYTES = 16_384;

    private @Nullable Components components;
    private final boolean isBuilt;

    /** Objects that a filter uses. */
    record Components(MessageGuard guard, RequestCallers callers, BufferQuota quota, LibraryEngine engine) {}

    /** Creates a filter that reads its settings from the init parameters of its registration. */
    public PlimsollFilter() {
        this.isBuilt = false;
    }

    PlimsollFilter(Components components) {
        this.components = components;
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
     * Registers this filter in a servlet context for requests and asynchronous dispatches.
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
            components = PlimsollFilterBuilder.of(FilterSettings.parse("init parameters of PlimsollFilter", parameters))
                    .components();
        } catch (IllegalArgumentException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    /** Closes the store. */
    @Override
    public void destroy() {
        if (components != null) {
            components.engine().close();
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getAttribute(RESPONSE) instanceof GuardedResponse guarded) {
            callChain(request, response, chain, guarded);
        } else if (request instanceof HttpServletRequest httpRequest
                && response instanceof HttpServletResponse httpResponse
                && httpRequest.getDispatcherType() == DispatcherType.REQUEST) {
            handle(httpRequest, httpResponse, chain, requireComponents());
        } else {
            chain.doFilter(request, response);
        }
    }

    private Components requireComponents() {
        Components current = components;
        if (current == null) {
            throw new IllegalStateException("PlimsollFilter is not initialized: the container must call init");
        }
        return current;
    }

    private static void handle(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, Components components)
            throws IOException, ServletException {
        switch (request.getMethod()) {
            case "POST" -> handlePost(request, response, chain, components);
            case "GET" -> {
                String session = request.getHeader(SESSION);
                PostedMessages stream =
                        session == null ? null : components.guard().decideStream(session);
                if (stream == null) {
                    chain.doFilter(request, response);
                } else {
                    forward(request, response, chain, new Exchange(Slice.of(""), stream, components.quota()));
                }
            }
            default -> chain.doFilter(request, response);
        }
    }

    private static void handlePost(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, Components components)
            throws IOException, ServletException {
        BufferQuota.Reservation reservation = components.quota().newReservation();
        try {
            Slice body = readBody(request, response, components.quota(), reservation);
            if (body == null) {
                return;
            }
            PostedMessages messages = components.guard().decide(body, sender(request, components.callers()));
            if (messages == null) {
                respondWithError(
                        response, HttpServletResponse.SC_BAD_REQUEST, JsonRpc.PARSE_ERROR, "the body is not JSON-RPC");
                return;
            }
            Slice forwarded = messages.forwarded();
            if (forwarded == null) {
                writeAnswers(messages, response);
            } else {
                forward(request, response, chain, new Exchange(forwarded, messages, components.quota()));
            }
        } finally {
            reservation.release();
        }
    }

    /**
     * Body that the server gets, and the messages whose responses are rewritten.
     *
     * @param body body for the server
     */
    private record Exchange(Slice body, PostedMessages messages, BufferQuota quota) {}

    private static MessageSender sender(HttpServletRequest request, RequestCallers callers) {
        RequestCaller caller = callers.of(request);
        String session = request.getHeader(SESSION);
        return new MessageSender(
                caller.name(), caller.tier(), session == null ? "" : session, request.getHeader(REVISION));
    }

    /** Returns the body; null if this method responded with an error. */
    private static @Nullable Slice readBody(
            HttpServletRequest request,
            HttpServletResponse response,
            BufferQuota quota,
            BufferQuota.Reservation reservation)
            throws IOException {
        if (!BodySink.encoding(request.getHeader("Content-Encoding")).isEmpty()) {
            respondWithError(
                    response,
                    HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    JsonRpc.INVALID_REQUEST,
                    "a request with a Content-Encoding is not supported: send the body uncompressed");
            return null;
        }
        ByteCollector collector = new ByteCollector();
        InputStream in = request.getInputStream();
        int count = 0;
        boolean isWithinLimits = request.getContentLengthLong() <= quota.maxBody();
        while (isWithinLimits && count >= 0) {
            count = collector.read(in, BUFFER_BYTES);
            isWithinLimits = count <= 0 || reservation.reserve(count);
        }
        if (isWithinLimits) {
            return collector.slice();
        }
        boolean isTooLarge = request.getContentLengthLong() > quota.maxBody() || collector.size() > quota.maxBody();
        if (isTooLarge) {
            respondWithError(
                    response,
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    JsonRpc.INVALID_REQUEST,
                    "the request is larger than " + quota.maxBody() + " bytes, the limit maxMessageBytes");
        } else {
            respondWithError(
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    JsonRpc.INVALID_REQUEST,
                    "the limit maxBufferedBytes is reached; repeat the request later");
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
        GuardedResponse guarded = new GuardedResponse(response, exchange.messages(), exchange.quota());
        ReplayedRequest replayed = new ReplayedRequest(request, exchange.body(), guarded);
        replayed.setAttribute(RESPONSE, guarded);
        callChain(replayed, guarded, chain, guarded);
    }

    /** Calls the rest of the chain. Finishes the response unless the servlet continues asynchronously. */
    private static void callChain(
            ServletRequest request, ServletResponse response, FilterChain chain, GuardedResponse guarded)
            throws IOException, ServletException {
        boolean hasReturned = false;
        try {
            chain.doFilter(request, response);
            hasReturned = true;
        } finally {
            if (!hasReturned) {
                guarded.discard();
            }
        }
        if (!request.isAsyncStarted()) {
            guarded.finish();
        }
    }

    private static void writeAnswers(PostedMessages messages, HttpServletResponse response) throws IOException {
        Slice body = messages.createAnswersBody();
        if (body.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
        } else {
            write(response, body);
        }
    }

    private static void respondWithError(HttpServletResponse response, int status, int code, String message)
            throws IOException {
        response.setStatus(status);
        write(response, JsonRpc.error(code, message));
    }

    private static void write(HttpServletResponse response, Slice body) throws IOException {
        response.setContentType("application/json");
        response.setContentLength(body.length());
        response.getOutputStream().write(body.bytes(), body.from(), body.length());
    }
}
