package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server whose part a test plays: it opens by itself, answers {@code echo} with its parameters, and keeps all else for the
 * test to see.
 */
@NullMarked
final class PlayedServer implements Upstream {

    static final JsonMapper JSON = JsonMapper.shared();
    private static final String END = "";

    final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final String revision;
    private final CountDownLatch closing = new CountDownLatch(1);

    PlayedServer(String revision) {
        this.revision = revision;
    }

    @Override
    public void send(Slice... pieces) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (Slice piece : pieces) {
            whole.write(piece.bytes(), piece.from(), piece.length());
        }
        JsonNode message = JSON.readTree(whole.toByteArray());
        switch (message.path("method").asString("")) {
            case "initialize" -> {
                String asked = message.at("/params/protocolVersion").asString();
                if (asked.equals("refuse")) {
                    say("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id")
                            + ",\"error\":{\"code\":-32602,\"message\":\"no\"}}");
                } else if (!asked.equals("silent")) {
                    result(message, "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}}}");
                }
            }
            case "echo" -> result(message, "{\"echo\":" + message.get("params") + "}");
            default -> heard.add(message);
        }
    }

    void result(JsonNode request, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
    }

    void say(String message) {
        said.add(message);
    }

    void awaitClosed() throws InterruptedException {
        assertThat(closing.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** It ends by itself. */
    void end() {
        said.add(END);
    }

    @Override
    public void hear(Hearer hearer) {
        Thread.ofVirtual().start(() -> tell(hearer));
    }

    private void tell(Hearer hearer) {
        try {
            for (String message = said.take(); !message.equals(END); message = said.take()) {
                hearer.heard(Slice.of(message.getBytes(StandardCharsets.UTF_8)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // nobody listens any more
        }
        hearer.ended("it has ended");
    }

    @Override
    public void close() {
        end();
        closing.countDown();
    }
}
