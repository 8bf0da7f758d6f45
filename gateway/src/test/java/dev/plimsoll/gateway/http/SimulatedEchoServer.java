package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.fixture.SimulatedUpstream;
import dev.plimsoll.gateway.rpc.Message;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/**
 * A simulated server that answers {@code initialize}, answers {@code echo} with the parameters, and records all other
 * messages. If {@code initialize} requests the revision {@code refuse}, the answer is an error; if it requests {@code
 * silent}, there is no answer.
 */
@NullMarked
public final class SimulatedEchoServer extends SimulatedUpstream {

    private final String revision;

    SimulatedEchoServer(String revision) {
        this.revision = revision;
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
            case "echo" -> result(message, "{\"echo\":" + message.get("params") + "}");
            default -> received.add(message);
        }
    }
}
