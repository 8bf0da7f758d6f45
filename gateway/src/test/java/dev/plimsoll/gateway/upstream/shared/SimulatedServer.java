package dev.plimsoll.gateway.upstream.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A simulated MCP server. It answers {@code initialize} or {@code server/discover} according to its era, and
 * records all other messages.
 */
@NullMarked
public class SimulatedServer implements Upstream {

    static final JsonMapper JSON = JsonMapper.shared();

    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private final boolean isModern;
    private final boolean ignoresInitialize;
    private @Nullable UpstreamListener upstreamListener;
    volatile boolean closed;

    /** Further members of the capabilities in the result of {@code initialize}, each after a comma. */
    public volatile String moreCapabilities = "";

    /** Runs with each message that the server receives, before {@link #send} returns. */
    volatile Consumer<JsonNode> onReceived = message -> {};

    public SimulatedServer(boolean isModern) {
        this(isModern, false);
    }

    SimulatedServer(boolean isModern, boolean ignoresInitialize) {
        this.isModern = isModern;
        this.ignoresInitialize = ignoresInitialize;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Message sent) {
        JsonNode message = JSON.readTree(sent.bytes().utf8());
        switch (message.path("method").asString("")) {
            case "server/discover" -> {
                if (isModern) {
                    sendResult(
                            message,
                            "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}");
                } else {
                    sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id")
                            + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
                }
            }
            case "initialize" -> {
                if (!ignoresInitialize) {
                    sendResult(
                            message,
                            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
                                    + "\"resources\":{\"subscribe\":true},\"logging\":{}" + moreCapabilities
                                    + "},\"serverInfo\":{\"name\":\"simulated\"}}");
                }
            }
            default -> {
                received.add(message);
                onReceived.accept(message);
            }
        }
    }

    public JsonNode nextReceived() throws InterruptedException {
        JsonNode message = received.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return Objects.requireNonNull(message);
    }

    public boolean hasReceivedNothing() {
        return received.isEmpty();
    }

    public void sendResult(JsonNode request, String result) {
        sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    public void sendRaw(String message) {
        try {
            TestMessages.deliver(message, Objects.requireNonNull(upstreamListener));
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a message on the event stream of a request that the server has received. */
    public void sendDuring(JsonNode request, String message) {
        Slice requestId = Slice.of(request.get("id").toString());
        try {
            Objects.requireNonNull(upstreamListener)
                    .onMessage(TestMessages.message(message).withRelatedRequest(requestId));
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void disconnect(String reason) {
        Objects.requireNonNull(upstreamListener).onClosed(reason);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** A client that records the messages it receives, in order. */
    public static final class RecordingListener implements UpstreamListener {

        private final BlockingQueue<Received> messages = new LinkedBlockingQueue<>();
        private String lastRelatedId = "";

        private record Received(String text, String relatedId) {}

        @Override
        public void onMessage(Message message) {
            Slice relatedId = message.relatedRequestId();
            messages.add(new Received(message.bytes().utf8(), relatedId == null ? "" : relatedId.utf8()));
        }

        private void add(String text) {
            messages.add(new Received(text, ""));
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) {
            add("lost");
        }

        @Override
        public void onWarning(String warning) {
            add(warning);
        }

        @Override
        public void onClosed(String reason) {
            add("ended: " + reason);
        }

        public String nextText() throws InterruptedException {
            Received message = messages.poll(20, TimeUnit.SECONDS);
            assertThat(message).isNotNull();
            lastRelatedId = Objects.requireNonNull(message).relatedId();
            return message.text();
        }

        /** Returns the id of the request to which the last returned message belongs; empty if it is not known. */
        public String lastRelatedId() {
            return lastRelatedId;
        }

        public JsonNode next() throws InterruptedException {
            return JSON.readTree(nextText());
        }

        public boolean hasReceivedNothing() {
            return messages.isEmpty();
        }
    }
}
