package dev.plimsoll.gateway.upstream.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests that many clients share one connection, and each client receives its own messages with its own request IDs. */
class SharedConnectionTest {

    private static final Duration LONG_TIMEOUT = Duration.ofMinutes(1);
    private static final Log LOG = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);

    private final SimulatedServer server = new SimulatedServer(false);

    private SharedConnection open() throws Exception {
        SharedConnection sharedConnection =
                SharedConnection.open(server, null, ClientAbilities.NONE, LONG_TIMEOUT, LOG);
        assertThat(server.nextReceived().path("method").asString()).isEqualTo("notifications/initialized");
        return sharedConnection;
    }

    private static Upstream connectClient(
            SharedConnection sharedConnection, RecordingListener recordingListener, boolean wantsChanges) {
        Upstream clientConnection = sharedConnection.createUpstream(wantsChanges);
        clientConnection.start(recordingListener);
        return clientConnection;
    }

    private static void send(Upstream clientConnection, String message) throws Exception {
        clientConnection.send(TestMessages.message(message));
    }

    private static String request(String id, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"work\",\"params\":" + params + "}";
    }

    @Test
    void detectsTheEraOfTheServer() throws Exception {
        assertThat(open().handshakeResult().isModern()).isFalse();
        assertThat(SharedConnection.open(new SimulatedServer(true), null, ClientAbilities.NONE, LONG_TIMEOUT, LOG)
                        .handshakeResult()
                        .isModern())
                .isTrue();
    }

    /** Tests a server that answers a request only after the gateway has repeated it, and then answers both requests. */
    @Test
    void ignoresALateResponseToAnEarlierRequest() throws Exception {
        SimulatedServer slowServer = new SimulatedServer(false) {
            private @Nullable Message request;

            @Override
            public void send(Message message) {
                Message first = request;
                if (first == null) {
                    request = message;
                } else {
                    super.send(first);
                    super.send(message);
                }
            }
        };
        assertThat(SharedConnection.open(slowServer, null, ClientAbilities.NONE, Duration.ofSeconds(2), LOG)
                        .handshakeResult()
                        .isModern())
                .isFalse();
    }

    @Test
    void closesAServerThatDoesNotRespondInTime() {
        SimulatedServer silentServer = new SimulatedServer(false, true);
        assertThatThrownBy(() ->
                        SharedConnection.open(silentServer, false, ClientAbilities.NONE, Duration.ofMillis(50), LOG))
                .isInstanceOf(UpstreamException.class);
        assertThat(silentServer.closed).isTrue();
    }

    @Test
    void distinguishesEqualIdsOfTwoClients() throws Exception {
        SharedConnection sharedConnection = open();
        RecordingListener clientAnna = new RecordingListener();
        RecordingListener clientBen = new RecordingListener();
        send(connectClient(sharedConnection, clientAnna, false), request("1", "{\"of\":\"anna\"}"));
        send(connectClient(sharedConnection, clientBen, false), request("\"1\"", "{\"of\":\"ben\"}"));
        JsonNode first = server.nextReceived();
        JsonNode second = server.nextReceived();
        assertThat(first.get("id")).isNotEqualTo(second.get("id"));
        server.sendResult(second, "{\"to\":\"ben\"}");
        server.sendResult(first, "{\"to\":\"anna\"}");
        assertThat(clientAnna.next())
                .isEqualTo(
                        SimulatedServer.JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"to\":\"anna\"}}"));
        assertThat(clientBen.next())
                .isEqualTo(SimulatedServer.JSON.readTree(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{\"to\":\"ben\"}}"));
    }

    /**
     * Checks that the IDs differ. Otherwise, a late response on a reused TCP connection could be taken for
     * the response to another client's request.
     */
    @Test
    void numbersTheRequestsOfTwoConnectionsDifferently() throws Exception {
        send(connectClient(open(), new RecordingListener(), false), request("1", "{}"));
        JsonNode first = server.nextReceived();
        send(connectClient(open(), new RecordingListener(), false), request("1", "{}"));
        JsonNode second = server.nextReceived();
        assertThat(first.get("id")).isNotEqualTo(second.get("id"));
        assertThat(first.get("id").toString()).hasSameSizeAs(second.get("id").toString());
    }

    /**
     * Checks IDs of all lengths, responses in any order, IDs returned as strings, and IDs at the start or end of the
     * response.
     */
    @Test
    void passesEveryResponseToItsClient() throws Exception {
        SharedConnection sharedConnection = open();
        SplittableRandom random = new SplittableRandom(11);
        List<RecordingListener> clients = new ArrayList<>();
        List<JsonNode> requests = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            RecordingListener recordingListener = new RecordingListener();
            clients.add(recordingListener);
            send(connectClient(sharedConnection, recordingListener, false), request(id(i), "{\"n\":" + i + "}"));
            requests.add(server.nextReceived());
        }
        while (!requests.isEmpty()) {
            JsonNode nextRequest = requests.remove(random.nextInt(requests.size()));
            String id = random.nextBoolean() ? nextRequest.get("id").toString() : "\"" + nextRequest.get("id") + "\"";
            String result = "\"result\":" + nextRequest.get("params");
            server.sendRaw(
                    random.nextBoolean()
                            ? "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + result + "}"
                            : "{\"jsonrpc\":\"2.0\"," + result + ", \"id\" : " + id + "}");
            int client = nextRequest.at("/params/n").asInt();
            JsonNode answer = clients.get(client).next();
            assertThat(answer.get("id")).isEqualTo(SimulatedServer.JSON.readTree(id(client)));
            assertThat(answer.at("/result/n").asInt()).isEqualTo(client);
        }
    }

    private static String id(int i) {
        return i % 2 == 0 ? Integer.toString(i) : "\"" + "x".repeat(i) + i + "\"";
    }

    @Test
    void passesProgressOnlyToItsClient() throws Exception {
        SharedConnection sharedConnection = open();
        RecordingListener clientAnna = new RecordingListener();
        RecordingListener clientBen = new RecordingListener();
        send(
                connectClient(sharedConnection, clientAnna, false),
                request("1", "{\"_meta\":{\"progressToken\":\"a long token of anna\"}}"));
        send(connectClient(sharedConnection, clientBen, false), request("1", "{\"_meta\":{\"progressToken\":5}}"));
        server.nextReceived();
        JsonNode second = server.nextReceived();
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                + second.at("/params/_meta/progressToken") + ",\"progress\":1}}");
        assertThat(clientBen.next().at("/params/progressToken").asInt()).isEqualTo(5);
        assertThat(clientAnna.hasReceivedNothing()).isTrue();
    }

    @Test
    void cancelsOnlyTheClientsOwnRequest() throws Exception {
        SharedConnection sharedConnection = open();
        RecordingListener clientAnna = new RecordingListener();
        Upstream annasConnection = connectClient(sharedConnection, clientAnna, false);
        send(connectClient(sharedConnection, new RecordingListener(), false), request("1", "{}"));
        send(annasConnection, request("1", "{}"));
        server.nextReceived();
        JsonNode annasRequest = server.nextReceived();
        send(
                annasConnection,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(server.nextReceived().at("/params/requestId")).isEqualTo(annasRequest.get("id"));
        server.sendResult(annasRequest, "{}");
        assertThat(clientAnna.hasReceivedNothing()).isTrue();
    }

    @Test
    void passesOtherNotificationsToTheOnlyClient() throws Exception {
        SharedConnection sharedConnection = open();
        RecordingListener clientAnna = new RecordingListener();
        RecordingListener clientBen = new RecordingListener();
        send(connectClient(sharedConnection, clientAnna, true), request("1", "{}"));
        server.nextReceived();
        String log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"secret\"}}";
        server.sendRaw(log);
        assertThat(clientAnna.nextText()).contains("secret");
        send(connectClient(sharedConnection, clientBen, false), request("1", "{}"));
        server.nextReceived();
        server.sendRaw(log);
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        assertThat(clientAnna.nextText()).contains("list_changed");
        assertThat(clientBen.hasReceivedNothing()).isTrue();
    }

    @Test
    void refusesInputRequestsWithoutClientAbilities() throws Exception {
        open();
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"elicitation/create\",\"params\":{}}");
        JsonNode refused = server.nextReceived();
        assertThat(refused.get("id").asString()).isEqualTo("s1");
        assertThat(refused.at("/error/code").asInt()).isEqualTo(-32601);
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
        assertThat(server.nextReceived().has("result")).isTrue();
    }

    @Test
    void reportsTheEndToAllClients() throws Exception {
        SharedConnection sharedConnection = open();
        RecordingListener clientAnna = new RecordingListener();
        RecordingListener lateClient = new RecordingListener();
        connectClient(sharedConnection, clientAnna, false);
        server.disconnect("it ended with exit code 3");
        assertThat(clientAnna.nextText()).isEqualTo("ended: it ended with exit code 3");
        assertThat(sharedConnection.isClosed()).isTrue();
        connectClient(sharedConnection, lateClient, false);
        assertThat(lateClient.nextText()).isEqualTo("ended: it ended with exit code 3");
    }

    @Test
    void ignoresInvalidMessages() throws Exception {
        SharedConnection sharedConnection = open();
        RecordingListener clientAnna = new RecordingListener();
        send(connectClient(sharedConnection, clientAnna, false), request("1", "{}"));
        JsonNode annasRequest = server.nextReceived();
        server.sendRaw("Starting server…");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":{}}");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":100000000999,\"result\":{}}");
        server.sendResult(annasRequest, "{\"fine\":true}");
        assertThat(clientAnna.next().at("/result/fine").asBoolean()).isTrue();
    }
}
