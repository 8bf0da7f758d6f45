package dev.plimsoll.gateway.http.rest;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.http.check.RequestLimiter;
import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.CacheMark;
import dev.plimsoll.gateway.http.exchange.EventWriter;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.http.exchange.SseStream.Event;
import dev.plimsoll.gateway.http.exchange.UrlBudget;
import dev.plimsoll.gateway.http.mcp.ModernResponseTerms;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Calls tools for clients that do not use MCP: {@code POST /api/v1/tools/SERVER/TOOL} with the arguments as the body.
 */
public final class ToolCallApi {

    public static final String PATH_PREFIX = "/api/v1/tools/";

    private static final Slice ID = Slice.of("1");
    private static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(1);
    private static final Slice META = createMeta();

    private final Map<String, Endpoint> servers;
    private final HttpLimits httpLimits;
    private final RequestLimiter requestLimiter;

    /** @param servers the endpoint of each server by its name; a view of the current servers */
    public ToolCallApi(Map<String, Endpoint> servers, HttpLimits httpLimits, RequestLimiter requestLimiter) {
        this.servers = servers;
        this.httpLimits = httpLimits;
        this.requestLimiter = requestLimiter;
    }

    public void handle(HttpCall call, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        if (!call.method().equals("POST")) {
            throw HttpErrorException.invalidRequest(405, "this method is not served here", "POST")
                    .withHeader("Allow", "POST, OPTIONS");
        }
        String[] path = call.path().substring(PATH_PREFIX.length()).split("/", -1);
        Endpoint server = path.length == 2 ? servers.get(path[0]) : null;
        if (server == null) {
            throw HttpErrorException.of(
                    404,
                    ErrorCode.CONNECTOR_NOT_FOUND,
                    "there is no such server",
                    PATH_PREFIX + "SERVER/TOOL, where SERVER is one of: "
                            + String.join(
                                    ", ", servers.keySet().stream().sorted().toList()));
        }
        call.requireJson();
        AcceptedTypes acceptedTypes = AcceptedTypes.of(call.header("Accept"));
        if (!acceptedTypes.json() && !acceptedTypes.events()) {
            throw HttpErrorException.invalidRequest(406, "Accept allows no supported type", "Accept: application/json");
        }
        String tool = decode(path[1]);
        ReceivedMessages request = UrlBudget.addTo(createRequest(tool, readArguments(call)), call.query())
                .received();
        requestLimiter.begin(authenticatedCaller, 1, null);
        try {
            callTool(call, authenticatedCaller, server, tool, request, acceptedTypes);
        } finally {
            requestLimiter.end(authenticatedCaller, 1);
        }
    }

    private void callTool(
            HttpCall call,
            AuthenticatedCaller authenticatedCaller,
            Endpoint server,
            String tool,
            ReceivedMessages request,
            AcceptedTypes acceptedTypes)
            throws IOException, HttpErrorException, InterruptedException {
        SseStream stream = new SseStream("call", false);
        try (EndpointSession endpointSession =
                server.openForRequest(authenticatedCaller, ClientAbilities.NONE, stream::send)) {
            endpointSession.handle(request, stream.requester());
            try {
                RestResponseConverter responseConverter =
                        new RestResponseConverter(server.name(), tool, endpointSession);
                if (acceptedTypes.json()) {
                    sendResponse(call, stream, endpointSession, responseConverter);
                } else {
                    sendEvents(call, stream, endpointSession, responseConverter);
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

    private static String decode(String name) throws HttpErrorException {
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw HttpErrorException.invalidRequest(
                    400, "the tool's name is not percent-encoded correctly", "percent-encode it in UTF-8");
        }
    }

    private Slice readArguments(HttpCall call) throws IOException, HttpErrorException {
        Slice body = call.readBody(httpLimits.maxMessageBytes());
        if (body.isEmpty()) {
            return Slice.of("{}");
        }
        Slice arguments = Json.isValid(body) ? Json.trim(body) : null;
        if (arguments == null || Json.type(arguments) != JsonType.OBJECT) {
            throw HttpErrorException.invalidRequest(
                    400, "the body is not a JSON object", "the tool's arguments as one JSON object");
        }
        return arguments;
    }

    private static PostedBody createRequest(String tool, Slice arguments) {
        JsonWriter params =
                new JsonWriter(arguments.length() + 400).beginObject().string("name", tool);
        params.raw("arguments", arguments).raw("_meta", META).endObject();
        return new PostedBody(ReceivedMessages.of(Message.request(ID, "tools/call", params.slice())));
    }

    private static Slice createMeta() {
        JsonWriter json = new JsonWriter(512).beginObject();
        json.string(RequestMeta.PROTOCOL_VERSION, Revision.MODERN.text());
        json.beginObject(RequestMeta.CLIENT_INFO).string("name", "plimsoll-api").string("version", "1");
        json.endObject().beginObject(RequestMeta.CLIENT_CAPABILITIES).endObject();
        return json.number("progressToken", 1).endObject().slice();
    }

    private static void sendResponse(
            HttpCall call, SseStream stream, EndpointSession endpointSession, RestResponseConverter responseConverter)
            throws IOException, InterruptedException {
        Object readerKey = new Object();
        stream.attach(readerKey);
        long lastNumber = 0;
        while (!stream.isFinished(readerKey, lastNumber)) {
            Event event = stream.next(readerKey, lastNumber, MAINTENANCE_INTERVAL.toMillis());
            if (event == null) {
                endpointSession.runMaintenance();
            } else {
                lastNumber = event.number();
                if (event.isResponse()) {
                    RestResponse restResponse = responseConverter.toResponse(event.message());
                    restResponse.headers().forEach(call::setHeader);
                    CacheMark.addHeader(call, event.message());
                    call.sendJson(restResponse.status(), restResponse.body());
                    return;
                }
            }
        }
        RestResponse noResponse = responseConverter.toResponse(null);
        call.sendJson(noResponse.status(), noResponse.body());
    }

    private void sendEvents(
            HttpCall call, SseStream stream, EndpointSession endpointSession, RestResponseConverter responseConverter)
            throws IOException, InterruptedException {
        Object readerKey = new Object();
        stream.attach(readerKey);
        EventWriter writer = call.beginEvents();
        writer.writeComment();
        long lastNumber = 0;
        boolean isDone = false;
        while (!isDone) {
            Event event = stream.next(
                    readerKey,
                    lastNumber,
                    ModernResponseTerms.limitKeepAlive(httpLimits.keepAlive()).toMillis(),
                    endpointSession::runMaintenance);
            if (event == null) {
                isDone = stream.isFinished(readerKey, lastNumber);
                if (isDone) {
                    writer.writeEvent(
                            "result", responseConverter.toResponse(null).eventData());
                } else {
                    writer.writeComment();
                }
            } else {
                lastNumber = event.number();
                isDone = event.isResponse();
                Message message = event.message();
                if (isDone) {
                    writer.writeEvent(
                            "result", responseConverter.toResponse(message).eventData());
                } else {
                    sendProgress(writer, message);
                }
            }
        }
        writer.end();
    }

    private static void sendProgress(EventWriter writer, Message message) throws IOException {
        Slice params = message.params();
        if (params != null
                && "notifications/progress".equals(message.method())
                && Json.type(params) == JsonType.OBJECT) {
            writer.writeEvent("progress", List.of(ObjectEdit.without(params, "progressToken")));
        }
    }
}
