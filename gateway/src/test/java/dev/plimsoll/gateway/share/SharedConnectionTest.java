package dev.plimsoll.gateway.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.share.SimulatedServer.RecordingListener;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests one connection for many clients: each receives its own messages, with its own IDs. */
class SharedConnectionTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Log LOG = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);

    private final SimulatedServer server = new SimulatedServer(false);

    private SharedConnection open() throws Exception {
        SharedConnection shared = SharedConnection.open(server, null, ClientAbilities.NONE, LONG, LOG);
        assertThat(server.nextReceived().path("method").asString()).isEqualTo("notifications/initialized");
        return shared;
    }

    private static Upstream connectClient(
            SharedConnection shared, RecordingListener recordingListener, boolean changes) {
        Upstream branch = shared.createUpstream(changes);
        branch.start(recordingListener);
        return branch;
    }

    private static void send(Upstream branch, String message) throws Exception {
        branch.send(Slice.of(message));
    }

    private static String request(String id, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"work\",\"params\":" + params + "}";
    }

    @Test
    void detectsTheEraOfTheServer() throws Exception {
        assertThat(open().handshakeResult().modern()).isFalse();
        assertThat(SharedConnection.open(new SimulatedServer(true), null, ClientAbilities.NONE, LONG, LOG)
                        .handshakeResult()
                        .modern())
                .isTrue();
    }

    /** Checks a late response, as from a slow program: the request was already sent twice. */
    @Test
    void ignoresALateResponseToAnEarlierRequest() throws Exception {
        SimulatedServer slow = new SimulatedServer(false) {
            private Slice[] asked = {};

            @Override
            public void send(Slice... pieces) {
                if (asked.length == 0) {
                    asked = pieces;
                } else {
                    super.send(asked);
                    super.send(pieces);
                }
            }
        };
        assertThat(SharedConnection.open(slow, null, ClientAbilities.NONE, Duration.ofSeconds(2), LOG)
                        .handshakeResult()
                        .modern())
                .isFalse();
    }

    @Test
    void closesAServerThatDoesNotRespondInTime() {
        SimulatedServer mute = new SimulatedServer(false, true);
        assertThatThrownBy(() -> SharedConnection.open(mute, false, ClientAbilities.NONE, Duration.ofMillis(50), LOG))
                .isInstanceOf(UpstreamException.class);
        assertThat(mute.closed).isTrue();
    }

    @Test
    void distinguishesEqualIdsOfTwoClients() throws Exception {
        SharedConnection shared = open();
        RecordingListener anna = new RecordingListener();
        RecordingListener ben = new RecordingListener();
        send(connectClient(shared, anna, false), request("1", "{\"of\":\"anna\"}"));
        send(connectClient(shared, ben, false), request("\"1\"", "{\"of\":\"ben\"}"));
        JsonNode first = server.nextReceived();
        JsonNode second = server.nextReceived();
        assertThat(first.get("id")).isNotEqualTo(second.get("id"));
        server.sendResult(second, "{\"to\":\"ben\"}");
        server.sendResult(first, "{\"to\":\"anna\"}");
        assertThat(anna.next())
                .isEqualTo(
                        SimulatedServer.JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"to\":\"anna\"}}"));
        assertThat(ben.next())
                .isEqualTo(SimulatedServer.JSON.readTree(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{\"to\":\"ben\"}}"));
    }

    /** Checks IDs of all lengths, responses in any order, numbers returned as strings, and IDs at the start or end. */
    @Test
    void passesEveryResponseToItsClient() throws Exception {
        SharedConnection shared = open();
        SplittableRandom random = new SplittableRandom(11);
        List<RecordingListener> ears = new ArrayList<>();
        List<JsonNode> asked = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            RecordingListener recordingListener = new RecordingListener();
            ears.add(recordingListener);
            send(connectClient(shared, recordingListener, false), request(id(i), "{\"n\":" + i + "}"));
            asked.add(server.nextReceived());
        }
        while (!asked.isEmpty()) {
            JsonNode next = asked.remove(random.nextInt(asked.size()));
            String id = random.nextBoolean() ? next.get("id").toString() : "\"" + next.get("id") + "\"";
            String result = "\"result\":" + next.get("params");
            server.sendRaw(
                    random.nextBoolean()
                            ? "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + result + "}"
                            : "{\"jsonrpc\":\"2.0\"," + result + ", \"id\" : " + id + "}");
            int n = next.at("/params/n").asInt();
            JsonNode answer = ears.get(n).next();
            assertThat(answer.get("id")).isEqualTo(SimulatedServer.JSON.readTree(id(n)));
            assertThat(answer.at("/result/n").asInt()).isEqualTo(n);
        }
    }

    private static String id(int i) {
        return i % 2 == 0 ? Integer.toString(i) : "\"" + "x".repeat(i) + i + "\"";
    }

    @Test
    void passesProgressOnlyToItsClient() throws Exception {
        SharedConnection shared = open();
        RecordingListener anna = new RecordingListener();
        RecordingListener ben = new RecordingListener();
        send(
                connectClient(shared, anna, false),
                request("1", "{\"_meta\":{\"progressToken\":\"a long token of anna\"}}"));
        send(connectClient(shared, ben, false), request("1", "{\"_meta\":{\"progressToken\":5}}"));
        server.nextReceived();
        JsonNode second = server.nextReceived();
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                + second.at("/params/_meta/progressToken") + ",\"progress\":1}}");
        assertThat(ben.next().at("/params/progressToken").asInt()).isEqualTo(5);
        assertThat(anna.hasReceivedNothing()).isTrue();
    }

    @Test
    void cancelsOnlyTheClientsOwnRequest() throws Exception {
        SharedConnection shared = open();
        RecordingListener anna = new RecordingListener();
        Upstream annas = connectClient(shared, anna, false);
        send(connectClient(shared, new RecordingListener(), false), request("1", "{}"));
        send(annas, request("1", "{}"));
        server.nextReceived();
        JsonNode hers = server.nextReceived();
        send(annas, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(server.nextReceived().at("/params/requestId")).isEqualTo(hers.get("id"));
        server.sendResult(hers, "{}");
        assertThat(anna.hasReceivedNothing()).isTrue();
    }

    @Test
    void passesOtherNotificationsToTheOnlyClient() throws Exception {
        SharedConnection shared = open();
        RecordingListener anna = new RecordingListener();
        RecordingListener ben = new RecordingListener();
        send(connectClient(shared, anna, true), request("1", "{}"));
        server.nextReceived();
        String log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"secret\"}}";
        server.sendRaw(log);
        assertThat(anna.nextText()).contains("secret");
        send(connectClient(shared, ben, false), request("1", "{}"));
        server.nextReceived();
        server.sendRaw(log);
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        assertThat(anna.nextText()).contains("list_changed");
        assertThat(ben.hasReceivedNothing()).isTrue();
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
        SharedConnection shared = open();
        RecordingListener anna = new RecordingListener();
        RecordingListener late = new RecordingListener();
        connectClient(shared, anna, false);
        server.disconnect("it ended with exit code 3");
        assertThat(anna.nextText()).isEqualTo("ended: it ended with exit code 3");
        assertThat(shared.isClosed()).isTrue();
        connectClient(shared, late, false);
        assertThat(late.nextText()).isEqualTo("ended: it ended with exit code 3");
    }

    @Test
    void ignoresInvalidMessages() throws Exception {
        SharedConnection shared = open();
        RecordingListener anna = new RecordingListener();
        send(connectClient(shared, anna, false), request("1", "{}"));
        JsonNode asked = server.nextReceived();
        server.sendRaw("Starting server…");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":{}}");
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":100000000999,\"result\":{}}");
        server.sendResult(asked, "{\"fine\":true}");
        assertThat(anna.next().at("/result/fine").asBoolean()).isTrue();
    }
}
