package dev.plimsoll.gateway.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
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

/**
 * A server that a test simulates message by message. By default it answers {@code server/discover} and refuses {@code
 * initialize}, as a server of 2026-07-28 does.
 */
@NullMarked
final class SimulatedModernServer implements Upstream {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private @Nullable UpstreamListener upstreamListener;
    /**
     * Whether the server itself answers {@code server/discover} and {@code initialize}. Otherwise the test
     * receives them.
     */
    boolean handlesHandshake = true;

    String capabilities = "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true},\"logging\":{},"
            + "\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"com.example/x\":{}}}";

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Message sent) {
        String text = sent.bytes().utf8();
        JsonNode message = JSON.readTree(text);
        switch (handlesHandshake ? message.path("method").asString("") : "") {
            case "server/discover" ->
                sendResult(
                        message,
                        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
                                + capabilities + ",\"instructions\":\"Ask.\",\"ttlMs\":0,\"cacheScope\":\"public\","
                                + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
                                + "{\"name\":\"simulated\",\"version\":\"7\"}}}");
            case "initialize" -> sendError(message, -32022, "{\"supported\":[\"2026-07-28\"]}");
            default -> received.add(text);
        }
    }

    JsonNode nextReceived() throws InterruptedException {
        return JSON.readTree(nextReceivedText());
    }

    String nextReceivedText() throws InterruptedException {
        String message = received.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return Objects.requireNonNull(message);
    }

    boolean hasReceivedNothing() {
        return received.isEmpty();
    }

    void sendResult(JsonNode request, String result) {
        sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    void sendError(JsonNode request, int code, String data) {
        sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"error\":{\"code\":" + code
                + ",\"message\":\"no\",\"data\":" + data + "}}");
    }

    void failRequest(JsonNode request, ErrorCode code) throws IOException {
        Objects.requireNonNull(upstreamListener)
                .onRequestFailed(
                        Slice.of(request.get("id").toString()), new RefusedException(code, "it fails", "another"));
    }

    /** Sends a notification for the subscription of this {@code subscriptions/listen} request. */
    void sendToSubscription(JsonNode listenRequest, String method, String params) {
        sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + method + "\",\"params\":{" + params
                + (params.isEmpty() ? "" : ",") + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                + listenRequest.get("id") + "}}}");
    }

    void sendRaw(String message) {
        try {
            TestMessages.deliver(message, Objects.requireNonNull(upstreamListener));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        // nothing to close
    }
}
