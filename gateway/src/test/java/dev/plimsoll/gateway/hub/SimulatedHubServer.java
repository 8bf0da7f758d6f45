package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.SimulatedUpstream;
import dev.plimsoll.gateway.rpc.Message;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One run of a simulated server. It records all messages, and answers the requests for which its backend has a result. */
@NullMarked
public final class SimulatedHubServer extends SimulatedUpstream {

    private final SimulatedBackend backend;

    SimulatedHubServer(SimulatedBackend backend) {
        this.backend = backend;
    }

    @Override
    public void send(Message sent) {
        JsonNode message = JSON.readTree(sent.bytes().utf8());
        received.add(message);
        String method = message.path("method").asString("");
        if (message.has("id") && !method.isEmpty()) {
            String result = findResult(method, message.path("params"));
            if (result != null) {
                result(message, result);
            }
        }
    }

    private @Nullable String findResult(String method, JsonNode params) {
        if (backend.isSilent) {
            return null;
        }
        String response = backend.responder.apply(method, params);
        if (response != null) {
            return response;
        }
        String preparedResult = backend.results.get(method);
        if (preparedResult != null) {
            return preparedResult
                    .replace("NAME", params.path("name").asString(""))
                    .replace("URI", params.path("uri").asString(""));
        }
        return switch (method) {
            case "initialize" ->
                "{\"protocolVersion\":" + params.get("protocolVersion") + ",\"capabilities\":" + backend.capabilities
                        + ",\"serverInfo\":{\"name\":\"simulated\",\"version\":\"1\"},\"instructions\":\""
                        + backend.instructions + "\"}";
            case "server/discover" ->
                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                        + backend.capabilities + "}";
            case "tools/list" -> page(params);
            case "tools/call" ->
                "{\"content\":[{\"type\":\"text\",\"text\":\"" + backend.name() + " did "
                        + params.get("name").asString() + "\"}]}";
            default -> null;
        };
    }

    private String page(JsonNode params) {
        String cursor = params.path("cursor").asString("");
        int page = cursor.isEmpty() ? 0 : Integer.parseInt(cursor);
        List<String> names = backend.tools.get(page);
        StringBuilder list = new StringBuilder("{\"tools\":[");
        for (int i = 0; i < names.size(); i++) {
            list.append(i == 0 ? "" : ",").append("{\"name\":").append(JSON.writeValueAsString(names.get(i)));
            list.append(",\"inputSchema\":{\"type\":\"object\"}}");
        }
        list.append(']');
        if (page + 1 < backend.tools.size()) {
            list.append(",\"nextCursor\":\"").append(page + 1).append('"');
        }
        return list.append('}').toString();
    }

    /** Returns the next message with this method. Discards the messages before it. */
    public JsonNode next(String method) throws InterruptedException {
        while (true) {
            JsonNode message = received.poll(20, TimeUnit.SECONDS);
            assertThat(message).as("%s at %s", method, backend.name()).isNotNull();
            if (Objects.requireNonNull(message).path("method").asString("").equals(method)) {
                return message;
            }
        }
    }

    /** Returns the next response to a request of this server. */
    public JsonNode nextResponse() throws InterruptedException {
        return next("");
    }
}
