package dev.plimsoll.gateway.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.share.Played.Ear;
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

    private final Played server = new Played(false);

    private SharedConnection open() throws Exception {
        SharedConnection shared = SharedConnection.open(server, null, ClientAbilities.NONE, LONG, LOG);
        assertThat(server.next().path("method").asString()).isEqualTo("notifications/initialized");
        return shared;
    }

    private static Upstream branch(SharedConnection shared, Ear ear, boolean changes) {
        Upstream branch = shared.branch(changes);
        branch.start(ear);
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
        assertThat(open().opened().modern()).isFalse();
        assertThat(SharedConnection.open(new Played(true), null, ClientAbilities.NONE, LONG, LOG)
                        .opened()
                        .modern())
                .isTrue();
    }

    /** Checks a late response, as from a slow program: the request was already sent twice. */
    @Test
    void ignoresALateResponseToAnEarlierRequest() throws Exception {
        Played slow = new Played(false) {
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
                        .opened()
                        .modern())
                .isFalse();
    }

    @Test
    void closesAServerThatDoesNotRespondInTime() {
        Played mute = new Played(false, true);
        assertThatThrownBy(() -> SharedConnection.open(mute, false, ClientAbilities.NONE, Duration.ofMillis(50), LOG))
                .isInstanceOf(UpstreamException.class);
        assertThat(mute.closed).isTrue();
    }

    @Test
    void distinguishesEqualIdsOfTwoClients() throws Exception {
        SharedConnection shared = open();
        Ear anna = new Ear();
        Ear ben = new Ear();
        send(branch(shared, anna, false), request("1", "{\"of\":\"anna\"}"));
        send(branch(shared, ben, false), request("\"1\"", "{\"of\":\"ben\"}"));
        JsonNode first = server.next();
        JsonNode second = server.next();
        assertThat(first.get("id")).isNotEqualTo(second.get("id"));
        server.result(second, "{\"to\":\"ben\"}");
        server.result(first, "{\"to\":\"anna\"}");
        assertThat(anna.next())
                .isEqualTo(Played.JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"to\":\"anna\"}}"));
        assertThat(ben.next())
                .isEqualTo(Played.JSON.readTree("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{\"to\":\"ben\"}}"));
    }

    /** Checks IDs of all lengths, responses in any order, numbers returned as strings, and IDs at the start or end. */
    @Test
    void passesEveryResponseToItsClient() throws Exception {
        SharedConnection shared = open();
        SplittableRandom random = new SplittableRandom(11);
        List<Ear> ears = new ArrayList<>();
        List<JsonNode> asked = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Ear ear = new Ear();
            ears.add(ear);
            send(branch(shared, ear, false), request(id(i), "{\"n\":" + i + "}"));
            asked.add(server.next());
        }
        while (!asked.isEmpty()) {
            JsonNode next = asked.remove(random.nextInt(asked.size()));
            String id = random.nextBoolean() ? next.get("id").toString() : "\"" + next.get("id") + "\"";
            String result = "\"result\":" + next.get("params");
            server.say(
                    random.nextBoolean()
                            ? "{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + result + "}"
                            : "{\"jsonrpc\":\"2.0\"," + result + ", \"id\" : " + id + "}");
            int n = next.at("/params/n").asInt();
            JsonNode answer = ears.get(n).next();
            assertThat(answer.get("id")).isEqualTo(Played.JSON.readTree(id(n)));
            assertThat(answer.at("/result/n").asInt()).isEqualTo(n);
        }
    }

    private static String id(int i) {
        return i % 2 == 0 ? Integer.toString(i) : "\"" + "x".repeat(i) + i + "\"";
    }

    @Test
    void passesProgressOnlyToItsClient() throws Exception {
        SharedConnection shared = open();
        Ear anna = new Ear();
        Ear ben = new Ear();
        send(branch(shared, anna, false), request("1", "{\"_meta\":{\"progressToken\":\"a long token of anna\"}}"));
        send(branch(shared, ben, false), request("1", "{\"_meta\":{\"progressToken\":5}}"));
        server.next();
        JsonNode second = server.next();
        server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                + second.at("/params/_meta/progressToken") + ",\"progress\":1}}");
        assertThat(ben.next().at("/params/progressToken").asInt()).isEqualTo(5);
        assertThat(anna.hasHeardNothing()).isTrue();
    }

    @Test
    void cancelsOnlyTheClientsOwnRequest() throws Exception {
        SharedConnection shared = open();
        Ear anna = new Ear();
        Upstream annas = branch(shared, anna, false);
        send(branch(shared, new Ear(), false), request("1", "{}"));
        send(annas, request("1", "{}"));
        server.next();
        JsonNode hers = server.next();
        send(annas, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(server.next().at("/params/requestId")).isEqualTo(hers.get("id"));
        server.result(hers, "{}");
        assertThat(anna.hasHeardNothing()).isTrue();
    }

    @Test
    void passesOtherNotificationsToTheOnlyClient() throws Exception {
        SharedConnection shared = open();
        Ear anna = new Ear();
        Ear ben = new Ear();
        send(branch(shared, anna, true), request("1", "{}"));
        server.next();
        String log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"secret\"}}";
        server.say(log);
        assertThat(anna.text()).contains("secret");
        send(branch(shared, ben, false), request("1", "{}"));
        server.next();
        server.say(log);
        server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        assertThat(anna.text()).contains("list_changed");
        assertThat(ben.hasHeardNothing()).isTrue();
    }

    @Test
    void refusesInputRequestsWithoutClientAbilities() throws Exception {
        open();
        server.say("{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"elicitation/create\",\"params\":{}}");
        JsonNode refused = server.next();
        assertThat(refused.get("id").asString()).isEqualTo("s1");
        assertThat(refused.at("/error/code").asInt()).isEqualTo(-32601);
        server.say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
        assertThat(server.next().has("result")).isTrue();
    }

    @Test
    void reportsTheEndToAllClients() throws Exception {
        SharedConnection shared = open();
        Ear anna = new Ear();
        Ear late = new Ear();
        branch(shared, anna, false);
        server.end("it ended with exit code 3");
        assertThat(anna.text()).isEqualTo("ended: it ended with exit code 3");
        assertThat(shared.isGone()).isTrue();
        branch(shared, late, false);
        assertThat(late.text()).isEqualTo("ended: it ended with exit code 3");
    }

    @Test
    void ignoresInvalidMessages() throws Exception {
        SharedConnection shared = open();
        Ear anna = new Ear();
        send(branch(shared, anna, false), request("1", "{}"));
        JsonNode asked = server.next();
        server.say("Starting server…");
        server.say("{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":{}}");
        server.say("{\"jsonrpc\":\"2.0\",\"id\":100000000999,\"result\":{}}");
        server.result(asked, "{\"fine\":true}");
        assertThat(anna.next().at("/result/fine").asBoolean()).isTrue();
    }
}
