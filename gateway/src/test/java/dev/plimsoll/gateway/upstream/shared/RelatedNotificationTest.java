package dev.plimsoll.gateway.upstream.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests notifications that arrive on the event stream of one request over a connection that two clients share. */
class RelatedNotificationTest {

    private final SimulatedServer server = new SimulatedServer(false);
    private final RecordingListener anna = new RecordingListener();
    private final RecordingListener ben = new RecordingListener();
    private Upstream annasConnection;
    private JsonNode annasRequest;
    private JsonNode bensRequest;

    @BeforeEach
    void sendRequests() throws Exception {
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        SharedConnection connection =
                SharedConnection.open(server, false, ClientAbilities.NONE, Duration.ofMinutes(1), log);
        server.nextReceived();
        annasConnection = connection.createUpstream(true);
        annasConnection.start(anna);
        Upstream bensConnection = connection.createUpstream(true);
        bensConnection.start(ben);
        annasRequest = send(annasConnection, "\"a\"");
        bensRequest = send(bensConnection, "7");
    }

    private JsonNode send(Upstream client, String id) throws Exception {
        client.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":" + id
                + ",\"method\":\"work\",\"params\":{\"_meta\":{\"progressToken\":1}}}"));
        return server.nextReceived();
    }

    private static String notification(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + method + "\",\"params\":" + params + "}";
    }

    @Test
    void passesLogMessagesOnlyToTheClientOfTheRequest() throws Exception {
        server.sendDuring(bensRequest, notification("message", "{\"data\":\"of ben\"}"));
        server.sendDuring(annasRequest, notification("message", "{\"data\":\"of anna\"}"));
        assertThat(anna.nextText()).contains("of anna");
        assertThat(anna.lastRelatedId()).isEqualTo("\"a\"");
        assertThat(ben.nextText()).contains("of ben");
        assertThat(ben.lastRelatedId()).isEqualTo("7");
        assertThat(anna.hasReceivedNothing() && ben.hasReceivedNothing()).isTrue();
    }

    @Test
    void passesNoLogMessageOfAnEndedRequestToAnotherClient() throws Exception {
        server.sendResult(annasRequest, "{}");
        assertThat(anna.nextText()).contains("result");
        server.sendDuring(annasRequest, notification("message", "{\"data\":\"of anna\"}"));
        annasRequest = send(annasConnection, "\"b\"");
        annasConnection.send(TestMessages.message(notification("cancelled", "{\"requestId\":\"b\"}")));
        server.sendDuring(annasRequest, notification("message", "{\"data\":\"of anna\"}"));
        assertThat(anna.hasReceivedNothing() && ben.hasReceivedNothing()).isTrue();
    }

    @Test
    void keepsTheRequestOfOneClientFromOtherClients() throws Exception {
        server.sendDuring(annasRequest, notification("tools/list_changed", "{}"));
        assertThat(anna.nextText()).contains("list_changed");
        assertThat(anna.lastRelatedId()).isEqualTo("\"a\"");
        assertThat(ben.nextText()).contains("list_changed");
        assertThat(ben.lastRelatedId()).isEmpty();
        String progress =
                notification("progress", "{\"progressToken\":" + bensRequest.at("/params/_meta/progressToken") + "}");
        server.sendDuring(annasRequest, progress);
        assertThat(ben.nextText()).contains("progress");
        assertThat(ben.lastRelatedId()).isEmpty();
        server.sendDuring(bensRequest, progress);
        assertThat(ben.nextText()).contains("\"progressToken\":1");
        assertThat(ben.lastRelatedId()).isEqualTo("7");
        assertThat(anna.hasReceivedNothing()).isTrue();
    }
}
