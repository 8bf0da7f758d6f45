package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.fixture.SimulatedUpstream;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.CallerThread;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/**
 * A simulated server that answers {@code initialize}, answers {@code echo} with the parameters, and records all other
 * messages. The answer to {@code hold} waits for {@link #release}, on the thread of the request if
 * possible. If {@code initialize} requests the revision {@code refuse}, the answer is an error; if it requests {@code
 * silent}, there is no answer.
 */
@NullMarked
public final class SimulatedEchoServer extends SimulatedUpstream {

    private final String revision;
    private final CountDownLatch released = new CountDownLatch(1);

    SimulatedEchoServer(String revision) {
        this.revision = revision;
    }

    /** Answers the request {@code hold}. */
    void release() {
        released.countDown();
    }

    private void awaitRelease(JsonNode message) {
        try {
            if (released.await(20, TimeUnit.SECONDS)) {
                result(message, "{}");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(Message sent) {
        JsonNode message = JSON.readTree(sent.bytes().utf8());
        switch (message.path("method").asString("")) {
            case "initialize" -> {
                String requestedRevision = message.at("/params/protocolVersion").asString();
                if (requestedRevision.equals("refuse")) {
                    error(message, -32602);
                } else if (!requestedRevision.equals("silent")) {
                    result(message, "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{\"tools\":{}}}");
                }
            }
            case "hold" -> CallerThread.runCall(() -> awaitRelease(message));
            case "echo" -> result(message, "{\"echo\":" + message.get("params") + "}");
            default -> received.add(message);
        }
    }
}
