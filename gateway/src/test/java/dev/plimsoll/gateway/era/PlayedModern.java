package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server simulated by a test, message by message. By default it does not support sessions. */
@NullMarked
final class PlayedModern implements Upstream {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private @Nullable UpstreamListener upstreamListener;
    boolean answers = true;
    String capabilities = "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true},\"logging\":{},"
            + "\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"com.example/x\":{}}}";

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Slice... pieces) {
        String text = Message.joined(pieces).utf8();
        JsonNode message = JSON.readTree(text);
        switch (answers ? message.path("method").asString("") : "") {
            case "server/discover" ->
                result(
                        message,
                        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                                + capabilities + ",\"instructions\":\"Ask.\",\"ttlMs\":0,\"cacheScope\":\"public\","
                                + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
                                + "{\"name\":\"played\",\"version\":\"7\"}}}");
            case "initialize" -> error(message, -32022, "{\"supported\":[\"2026-07-28\"]}");
            default -> heard.add(text);
        }
    }

    JsonNode next() throws InterruptedException {
        return JSON.readTree(nextText());
    }

    String nextText() throws InterruptedException {
        String message = heard.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return Objects.requireNonNull(message);
    }

    boolean hasHeardNothing() {
        return heard.isEmpty();
    }

    void result(JsonNode request, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    void error(JsonNode request, int code, String data) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":{\"code\":" + code
                + ",\"message\":\"no\",\"data\":" + data + "}}");
    }

    void fail(JsonNode request, ErrorCode code) throws IOException {
        Objects.requireNonNull(upstreamListener)
                .onRequestFailed(
                        Slice.of(request.get("id").toString()), new RefusedException(code, "it fails", "another"));
    }

    /** Sends a notification to the listener with this ID. */
    void tell(JsonNode listening, String method, String params) {
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + method + "\",\"params\":{" + params
                + (params.isEmpty() ? "" : ",") + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                + listening.get("id") + "}}}");
    }

    void say(String message) {
        try {
            Objects.requireNonNull(upstreamListener).onMessage(Slice.of(message));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        // nothing to close
    }
}
