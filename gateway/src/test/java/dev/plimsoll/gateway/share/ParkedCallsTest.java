package dev.plimsoll.gateway.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.share.Played.Ear;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the number and duration of parked calls. */
class ParkedCallsTest {

    private final Played server = new Played(false);
    private SharedConnection shared;
    private ParkedCalls parkedCalls;

    @BeforeEach
    void open() throws Exception {
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        ClientAbilities roots = ClientAbilities.of(Slice.of("{\"roots\":{}}"));
        shared = SharedConnection.open(server, false, roots, Duration.ofMinutes(1), log);
        server.next();
        parkedCalls = Objects.requireNonNull(shared.parking());
    }

    private Ear called() throws Exception {
        Ear client = new Ear();
        Upstream branch = shared.branch(false);
        branch.start(client);
        branch.send(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}"));
        return client;
    }

    private void asks(int number) {
        server.say("{\"jsonrpc\":\"2.0\",\"id\":\"q" + number + "\",\"method\":\"roots/list\"}");
    }

    @Test
    void cancelsAParkedCallAfterTheTimeLimit() throws Exception {
        Ear client = called();
        JsonNode call = server.next();
        asks(1);
        client.next();
        assertThat(shared.isUnused(Duration.ZERO)).isFalse();
        parkedCalls.expire(System.nanoTime());
        assertThat(server.hasHeardNothing()).isTrue();
        parkedCalls.expire(
                System.nanoTime() + ParkedCalls.LONGEST.plusSeconds(1).toNanos());
        JsonNode refused = server.next();
        assertThat(refused.get("id").asString()).isEqualTo("q1");
        assertThat(refused.at("/error/code").asInt()).isEqualTo(-32600);
        JsonNode cancelled = server.next();
        assertThat(cancelled.get("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(cancelled.at("/params/requestId")).isEqualTo(call.get("id"));
        assertThat(parkedCalls.isEmpty()).isTrue();
    }

    @Test
    void refusesHeldInputRequestsAfterTheTimeLimit() throws Exception {
        asks(1);
        assertThat(server.hasHeardNothing()).isTrue();
        parkedCalls.expire(System.nanoTime() + ParkedCalls.HELD.plusSeconds(1).toNanos());
        assertThat(server.next().get("id").asString()).isEqualTo("q1");
        Ear client = called();
        server.next();
        assertThat(client.hasHeardNothing()).isTrue();
    }

    @Test
    void limitsOpenInputRequests() throws Exception {
        for (int i = 0; i < 8; i++) {
            asks(i);
        }
        assertThat(server.hasHeardNothing()).isTrue();
        asks(8);
        assertThat(server.next().at("/error/code").asInt()).isEqualTo(-32601);
    }

    @Test
    void limitsParkedCalls() throws Exception {
        for (int i = 0; i < ParkedCalls.MOST; i++) {
            Ear client = called();
            server.next();
            asks(i);
            assertThat(client.text()).contains("input_required");
        }
        Ear client = called();
        JsonNode call = server.next();
        asks(ParkedCalls.MOST);
        server.result(call, "{\"content\":[]}");
        assertThat(client.text()).contains("\"content\"");
    }

    @Test
    void passesInputRequestsToTheLastCall() throws Exception {
        Ear first = called();
        server.next();
        Ear second = called();
        server.next();
        asks(1);
        assertThat(second.text()).contains("input_required");
        assertThat(first.hasHeardNothing()).isTrue();
    }

    @Test
    void passesTheNextInputRequestToTheResumingRequest() throws Exception {
        Ear first = called();
        JsonNode call = server.next();
        asks(1);
        JsonNode question = first.next();
        server.reacts = answer -> asks(2);
        Ear second = new Ear();
        Upstream branch = shared.branch(false);
        branch.start(second);
        branch.send(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a\","
                + "\"requestState\":" + question.at("/result/requestState") + ",\"inputResponses\":{\""
                + question.at("/result/inputRequests")
                        .propertyNames()
                        .iterator()
                        .next() + "\":{\"roots\":[]}}}}"));
        assertThat(server.next().get("id").asString()).isEqualTo("q1");
        JsonNode asked = second.next();
        assertThat(asked.get("id").asInt()).isEqualTo(2);
        assertThat(asked.at("/result/inputRequests").size()).isOne();
        server.result(call, "{\"content\":[]}");
        assertThat(second.hasHeardNothing()).isTrue();
    }
}
