package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.BusyException;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.http.EventStream.Event;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
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

/** Tools for programs that do not speak the protocol: {@code POST /api/v1/tools/SERVER/TOOL}, its arguments as the body. */
final class PlainCalls {

    static final String ROOT = "/api/v1/tools/";

    private static final Slice ID = Slice.of("1");
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + Modern.REVISION
            + "\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"plimsoll-api\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":1}}";

    private final Map<String, Backend> servers;
    private final Limits limits;
    private final InFlight inFlight;

    PlainCalls(Map<String, Backend> servers, Limits limits, InFlight inFlight) {
        this.servers = Map.copyOf(servers);
        this.limits = limits;
        this.inFlight = inFlight;
    }

    void handle(HttpCall call, Caller caller) throws IOException, Refusal, InterruptedException {
        if (!call.method().equals("POST")) {
            throw Refusal.invalid(405, "this method is not served here", "POST").with("Allow", "POST, OPTIONS");
        }
        String[] path = call.path().substring(ROOT.length()).split("/", -1);
        Backend server = path.length == 2 ? servers.get(path[0]) : null;
        if (server == null) {
            throw Refusal.of(
                    404,
                    ErrorCode.CONNECTOR_NOT_FOUND,
                    "there is no such server",
                    ROOT + "SERVER/TOOL with a server of "
                            + String.join(
                                    ", ", servers.keySet().stream().sorted().toList()));
        }
        call.requireJson();
        Accepts accepts = Accepts.of(call.header("Accept"));
        if (!accepts.json() && !accepts.events()) {
            throw Refusal.invalid(406, "no kind of answer is accepted", "Accept: application/json");
        }
        String tool = decoded(path[1]);
        Slice request = AskedBudget.of(Said.of(request(tool, arguments(call))), call.query())
                .body();
        inFlight.begin(caller, 1, null);
        try {
            made(call, caller, server, tool, request, accepts);
        } finally {
            inFlight.end(caller, 1);
        }
    }

    private void made(HttpCall call, Caller caller, Backend server, String tool, Slice request, Accepts accepts)
            throws IOException, Refusal, InterruptedException {
        EventStream stream = new EventStream("call", false);
        try (Line line = server.once(caller, Abilities.NONE, stream::send)) {
            line.hear(request, stream.answers());
            try {
                Outcomes outcomes = new Outcomes(server.name(), tool, line);
                if (accepts.json()) {
                    answer(call, stream, line, outcomes);
                } else {
                    stream(call, stream, line, outcomes);
                }
            } finally {
                if (!stream.isEnded()) {
                    line.cancel();
                }
                stream.end();
            }
        } catch (BusyException e) {
            throw Refusal.busy(e);
        }
    }

    private static String decoded(String name) throws Refusal {
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(400, "the tool's name is badly encoded", "percent-encode it in UTF-8");
        }
    }

    private Slice arguments(HttpCall call) throws IOException, Refusal {
        Slice body = call.body(limits.maxMessageBytes());
        if (body.isEmpty()) {
            return Slice.of("{}");
        }
        Slice arguments = Json.isValid(body) ? Json.trim(body) : null;
        if (arguments == null || Json.type(arguments) != JsonType.OBJECT) {
            throw Refusal.invalid(400, "the body is no JSON object", "the tool's arguments as one JSON object");
        }
        return arguments;
    }

    private static Slice request(String tool, Slice arguments) {
        ByteSink params =
                new ByteSink(arguments.length() + 400).ascii("{\"name\":").string(tool);
        params.ascii(",\"arguments\":").raw(arguments).ascii(",").ascii(META);
        return Message.request(ID, "tools/call", params.slice());
    }

    private static void answer(HttpCall call, EventStream stream, Line line, Outcomes outcomes)
            throws IOException, InterruptedException {
        Object reader = new Object();
        stream.attach(reader);
        long after = 0;
        while (!stream.isOver(reader, after)) {
            Event event = stream.next(reader, after, TICK.toMillis());
            if (event == null) {
                line.expire();
            } else {
                after = event.number();
                if (event.last()) {
                    Outcome outcome = outcomes.of(Message.of(Message.joined(event.message())));
                    outcome.headers().forEach(call::with);
                    CacheMark.put(call, event.message());
                    call.json(outcome.status(), outcome.body());
                    return;
                }
            }
        }
        Outcome none = outcomes.of(null);
        call.json(none.status(), none.body());
    }

    private void stream(HttpCall call, EventStream stream, Line line, Outcomes outcomes)
            throws IOException, InterruptedException {
        Object reader = new Object();
        stream.attach(reader);
        EventWriter out = call.events();
        out.comment();
        long after = 0;
        boolean done = false;
        while (!done) {
            Event event = stream.next(
                    reader, after, ModernTerms.keepAlive(limits.keepAlive()).toMillis(), line::expire);
            if (event == null) {
                done = stream.isOver(reader, after);
                if (done) {
                    out.event("result", outcomes.of(null).event());
                } else {
                    out.comment();
                }
            } else {
                after = event.number();
                done = event.last();
                Message message = Message.of(Message.joined(event.message()));
                if (done) {
                    out.event("result", outcomes.of(message).event());
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
