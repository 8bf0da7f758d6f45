package dev.plimsoll.gateway.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server simulated by a test. It initializes according to its era, and records all other messages. */
@NullMarked
public class Played implements Upstream {

    static final JsonMapper JSON = JsonMapper.shared();

    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final boolean modern;
    private final boolean mute;
    private @Nullable UpstreamListener upstreamListener;
    volatile boolean closed;

    /** Runs with each message that the server receives, before {@link #send} returns. */
    volatile Consumer<JsonNode> reacts = message -> {};

    public Played(boolean modern) {
        this(modern, false);
    }

    Played(boolean modern, boolean mute) {
        this.modern = modern;
        this.mute = mute;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Slice... pieces) {
        JsonNode message = JSON.readTree(Message.joined(pieces).utf8());
        switch (message.path("method").asString("")) {
            case "server/discover" -> {
                if (modern) {
                    result(
                            message,
                            "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}");
                } else {
                    say("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id")
                            + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
                }
            }
            case "initialize" -> {
                if (!mute) {
                    result(
                            message,
                            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true},"
                                    + "\"resources\":{\"subscribe\":true},\"logging\":{}},\"serverInfo\":{\"name\":\"played\"}}");
                }
            }
            default -> {
                heard.add(message);
                reacts.accept(message);
            }
        }
    }

    public JsonNode next() throws InterruptedException {
        JsonNode message = heard.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return Objects.requireNonNull(message);
    }

    public boolean hasHeardNothing() {
        return heard.isEmpty();
    }

    public void result(JsonNode request, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    public void say(String message) {
        try {
            Objects.requireNonNull(upstreamListener).onMessage(Slice.of(message));
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void end(String reason) {
        Objects.requireNonNull(upstreamListener).onClosed(reason);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** A client that records its messages in order. */
    public static final class Ear implements UpstreamListener {

        private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

        @Override
        public void onMessage(Slice message) {
            messages.add(message.utf8());
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) {
            messages.add("lost");
        }

        @Override
        public void onWarning(String warning) {
            messages.add(warning);
        }

        @Override
        public void onClosed(String reason) {
            messages.add("ended: " + reason);
        }

        public String text() throws InterruptedException {
            String message = messages.poll(20, TimeUnit.SECONDS);
            assertThat(message).isNotNull();
            return Objects.requireNonNull(message);
        }

        public JsonNode next() throws InterruptedException {
            return JSON.readTree(text());
        }

        public boolean hasHeardNothing() {
            return messages.isEmpty();
        }
    }
}
