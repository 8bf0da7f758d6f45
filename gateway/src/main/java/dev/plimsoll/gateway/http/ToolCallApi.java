package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.http.SseStream.Event;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls tools for clients that do not use MCP: {@code POST /api/v1/tools/SERVER/TOOL} with the arguments as the body. */
final class ToolCallApi {

    static final String ROOT = "/api/v1/tools/";

    private static final Slice ID = Slice.of("1");
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + ModernRequestCheck.REVISION
                    + "\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"plimsoll-api\",\"version\":\"1\"},"
                    + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":1}}";

    private final Map<String, Endpoint> servers;
    private final HttpLimits httpLimits;
    private final RequestLimiter requestLimiter;

    ToolCallApi(Map<String, Endpoint> servers, HttpLimits httpLimits, RequestLimiter requestLimiter) {
        this.servers = Map.copyOf(servers);
        this.httpLimits = httpLimits;
        this.requestLimiter = requestLimiter;
    }

    void handle(HttpCall call, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        if (!call.method().equals("POST")) {
            throw HttpErrorException.invalid(405, "this method is not served here", "POST")
                    .with("Allow", "POST, OPTIONS");
        }
        String[] path = call.path().substring(ROOT.length()).split("/", -1);
        Endpoint server = path.length == 2 ? servers.get(path[0]) : null;
        if (server == null) {
            throw HttpErrorException.of(
                    404,
                    ErrorCode.CONNECTOR_NOT_FOUND,
                    "there is no such server",
                    ROOT + "SERVER/TOOL with a server of "
                            + String.join(
                                    ", ", servers.keySet().stream().sorted().toList()));
        }
        call.requireJson();
        AcceptedTypes acceptedTypes = AcceptedTypes.of(call.header("Accept"));
        if (!acceptedTypes.json() && !acceptedTypes.events()) {
            throw HttpErrorException.invalid(406, "Accept allows no supported type", "Accept: application/json");
        }
        String tool = decoded(path[1]);
        Slice request = QueryBudget.of(PostedBody.of(request(tool, arguments(call))), call.query())
                .body();
        requestLimiter.begin(authenticatedCaller, 1, null);
        try {
            made(call, authenticatedCaller, server, tool, request, acceptedTypes);
        } finally {
            requestLimiter.end(authenticatedCaller, 1);
        }
    }

    private void made(
            HttpCall call,
            AuthenticatedCaller authenticatedCaller,
            Endpoint server,
            String tool,
            Slice request,
            AcceptedTypes acceptedTypes)
            throws IOException, HttpErrorException, InterruptedException {
        SseStream stream = new SseStream("call", false);
        try (EndpointSession endpointSession = server.once(authenticatedCaller, ClientAbilities.NONE, stream::send)) {
            endpointSession.hear(request, stream.answers());
            try {
                RestErrors restErrors = new RestErrors(server.name(), tool, endpointSession);
                if (acceptedTypes.json()) {
                    answer(call, stream, endpointSession, restErrors);
                } else {
                    stream(call, stream, endpointSession, restErrors);
                }
            } finally {
                if (!stream.isEnded()) {
                    endpointSession.cancel();
                }
                stream.end();
            }
        } catch (BusyException e) {
            throw HttpErrorException.busy(e);
        }
    }

    private static String decoded(String name) throws HttpErrorException {
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw HttpErrorException.invalid(400, "the tool's name is not percent-encoded correctly", "percent-encode it in UTF-8");
        }
    }

    private Slice arguments(HttpCall call) throws IOException, HttpErrorException {
        Slice body = call.body(httpLimits.maxMessageBytes());
        if (body.isEmpty()) {
            return Slice.of("{}");
        }
        Slice arguments = Json.isValid(body) ? Json.trim(body) : null;
        if (arguments == null || Json.type(arguments) != JsonType.OBJECT) {
            throw HttpErrorException.invalid(
                    400, "the body is not a JSON object", "the tool's arguments as one JSON object");
        }
        return arguments;
    }

    private static Slice request(String tool, Slice arguments) {
        ByteSink params =
                new ByteSink(arguments.length() + 400).ascii("{\"name\":").string(tool);
        params.ascii(",\"arguments\":").raw(arguments).ascii(",").ascii(META);
        return Message.request(ID, "tools/call", params.slice());
    }

    private static void answer(HttpCall call, SseStream stream, EndpointSession endpointSession, RestErrors restErrors)
            throws IOException, InterruptedException {
        Object reader = new Object();
        stream.attach(reader);
        long after = 0;
        while (!stream.isOver(reader, after)) {
            Event event = stream.next(reader, after, TICK.toMillis());
            if (event == null) {
                endpointSession.expire();
            } else {
                after = event.number();
                if (event.last()) {
                    RestResponse restResponse = restErrors.of(Message.of(Message.joined(event.message())));
                    restResponse.headers().forEach(call::with);
                    CacheMark.put(call, event.message());
                    call.json(restResponse.status(), restResponse.body());
                    return;
                }
            }
        }
        RestResponse none = restErrors.of(null);
        call.json(none.status(), none.body());
    }

    private void stream(HttpCall call, SseStream stream, EndpointSession endpointSession, RestErrors restErrors)
            throws IOException, InterruptedException {
        Object reader = new Object();
        stream.attach(reader);
        EventWriter out = call.events();
        out.comment();
        long after = 0;
        boolean done = false;
        while (!done) {
            Event event = stream.next(
                    reader,
                    after,
                    ModernResponses.keepAlive(httpLimits.keepAlive()).toMillis(),
                    endpointSession::expire);
            if (event == null) {
                done = stream.isOver(reader, after);
                if (done) {
                    out.event("result", restErrors.of(null).event());
                } else {
                    out.comment();
                }
            } else {
                after = event.number();
                done = event.last();
                Message message = Message.of(Message.joined(event.message()));
                if (done) {
                    out.event("result", restErrors.of(message).event());
                } else {
                    progress(out, message);
                }
            }
        }
        out.end();
    }

    private static void progress(EventWriter out, @Nullable Message message) throws IOException {
        Slice params = message == null ? null : message.params();
        if (message != null
                && params != null
                && "notifications/progress".equals(message.method())
                && Json.type(params) == JsonType.OBJECT) {
            out.event("progress", ObjectEdit.without(params, "progressToken"));
        }
    }
}
