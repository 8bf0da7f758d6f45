package dev.plimsoll.gateway.upstream.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.SimulatedServer.RecordingListener;
import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the limits on the number of parked calls and on their time. */
class ParkedCallsTest {

    private final SimulatedServer server = new SimulatedServer(false);
    private SharedConnection sharedConnection;
    private ParkedCalls parkedCalls;

    @BeforeEach
    void open() throws Exception {
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        ClientAbilities roots = ClientAbilities.of(Slice.of("{\"roots\":{}}"));
        sharedConnection = SharedConnection.open(server, false, roots, Duration.ofMinutes(1), log);
        server.nextReceived();
        parkedCalls = Objects.requireNonNull(sharedConnection.parkedCalls());
    }

    private RecordingListener startCall() throws Exception {
        RecordingListener client = new RecordingListener();
        Upstream clientConnection = sharedConnection.createUpstream(false);
        clientConnection.start(client);
        clientConnection.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}"));
        return client;
    }

    private void sendInputRequest(int number) {
        server.sendRaw(inputRequest(number));
    }

    @Test
    void cancelsAParkedCallAfterTheTimeLimit() throws Exception {
        RecordingListener client = startCall();
        JsonNode call = server.nextReceived();
        sendInputRequest(1);
        client.next();
        assertThat(sharedConnection.isUnused(Duration.ZERO)).isFalse();
        parkedCalls.expire(System.nanoTime());
        assertThat(server.hasReceivedNothing()).isTrue();
        parkedCalls.expire(
                System.nanoTime() + ParkedCalls.MAX_PARKED_TIME.plusSeconds(1).toNanos());
        JsonNode refused = server.nextReceived();
        assertThat(refused.get("id").asString()).isEqualTo("q1");
        assertThat(refused.at("/error/code").asInt()).isEqualTo(-32600);
        JsonNode cancellation = server.nextReceived();
        assertThat(cancellation.get("method").asString()).isEqualTo("notifications/cancelled");
        assertThat(cancellation.at("/params/requestId")).isEqualTo(call.get("id"));
        assertThat(parkedCalls.isEmpty()).isTrue();
    }

    @Test
    void refusesUnassignedInputRequestsAfterTheTimeLimit() throws Exception {
        sendInputRequest(1);
        assertThat(server.hasReceivedNothing()).isTrue();
        parkedCalls.expire(System.nanoTime()
                + ParkedCalls.MAX_UNASSIGNED_TIME.plusSeconds(1).toNanos());
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q1");
        RecordingListener client = startCall();
        server.nextReceived();
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    @Test
    void limitsOpenInputRequests() throws Exception {
        for (int i = 0; i < 8; i++) {
            sendInputRequest(i);
        }
        assertThat(server.hasReceivedNothing()).isTrue();
        sendInputRequest(8);
        assertThat(server.nextReceived().at("/error/code").asInt()).isEqualTo(-32601);
    }

    @Test
    void limitsParkedCalls() throws Exception {
        for (int i = 0; i < ParkedCalls.MAX_PARKED_CALLS; i++) {
            RecordingListener client = startCall();
            server.nextReceived();
            sendInputRequest(i);
            assertThat(client.nextText()).contains("input_required");
        }
        RecordingListener client = startCall();
        JsonNode call = server.nextReceived();
        sendInputRequest(ParkedCalls.MAX_PARKED_CALLS);
        server.sendResult(call, "{\"content\":[]}");
        assertThat(client.nextText()).contains("\"content\"");
    }

    @Test
    void passesToNoClientANotificationThatMayBelongToAParkedCall() throws Exception {
        RecordingListener parkedClient = startCall();
        server.nextReceived();
        sendInputRequest(1);
        assertThat(parkedClient.nextText()).contains("input_required");
        RecordingListener client = startCall();
        server.nextReceived();
        assertThat(sharedConnection.findOnlyPendingClient()).isNull();
        server.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"x\"}}");
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    @Test
    void passesInputRequestsToTheLastCall() throws Exception {
        RecordingListener first = startCall();
        server.nextReceived();
        RecordingListener second = startCall();
        server.nextReceived();
        sendInputRequest(1);
        assertThat(second.nextText()).contains("input_required");
        assertThat(first.hasReceivedNothing()).isTrue();
    }

    private static String inputRequest(int number) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"q" + number + "\",\"method\":\"roots/list\"}";
    }

    private void assertRefused(int number) throws Exception {
        JsonNode refused = server.nextReceived();
        assertThat(refused.get("id").asString()).isEqualTo("q" + number);
        assertThat(refused.has("error")).isTrue();
    }

    @Test
    void passesInputRequestsToTheCallsOnWhoseStreamsTheyArrive() throws Exception {
        RecordingListener first = startCall();
        JsonNode firstCall = server.nextReceived();
        RecordingListener second = startCall();
        JsonNode secondCall = server.nextReceived();
        server.sendDuring(firstCall, inputRequest(1));
        assertThat(first.nextText()).contains("input_required");
        assertThat(second.hasReceivedNothing()).isTrue();
        // a parked call gets further input requests when it is resumed
        server.sendDuring(firstCall, inputRequest(2));
        server.sendDuring(secondCall, inputRequest(3));
        assertThat(second.next().at("/result/inputRequests").size()).isOne();
        assertThat(server.hasReceivedNothing()).isTrue();
    }

    @Test
    void refusesInputRequestsOfRequestsThatCannotGetThem() throws Exception {
        RecordingListener ended = startCall();
        JsonNode endedCall = server.nextReceived();
        RecordingListener other = startCall();
        server.nextReceived();
        server.sendResult(endedCall, "{\"content\":[]}");
        assertThat(ended.nextText()).contains("\"content\"");
        server.sendDuring(endedCall, inputRequest(1));
        assertRefused(1);
        Upstream listing = sharedConnection.createUpstream(false);
        listing.start(new RecordingListener());
        listing.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
        server.sendDuring(server.nextReceived(), inputRequest(2));
        assertRefused(2);
        assertThat(other.hasReceivedNothing()).isTrue();
    }

    @Test
    void refusesInputRequestsOfAnUnparkedCallIfTooManyAreParked() throws Exception {
        for (int i = 0; i < ParkedCalls.MAX_PARKED_CALLS; i++) {
            RecordingListener client = startCall();
            server.sendDuring(server.nextReceived(), inputRequest(i));
            assertThat(client.nextText()).contains("input_required");
        }
        RecordingListener client = startCall();
        server.sendDuring(server.nextReceived(), inputRequest(ParkedCalls.MAX_PARKED_CALLS));
        assertRefused(ParkedCalls.MAX_PARKED_CALLS);
        assertThat(client.hasReceivedNothing()).isTrue();
    }

    /** Resumes a parked call, whose result was {@code inputRequired}. */
    private RecordingListener resume(JsonNode inputRequired) throws Exception {
        String key = inputRequired
                .at("/result/inputRequests")
                .propertyNames()
                .iterator()
                .next();
        RecordingListener client = new RecordingListener();
        Upstream clientConnection = sharedConnection.createUpstream(false);
        clientConnection.start(client);
        clientConnection.send(TestMessages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a\","
                        + "\"requestState\":" + inputRequired.at("/result/requestState") + ",\"inputResponses\":{\""
                        + key + "\":{\"roots\":[]}}}}"));
        return client;
    }

    @Test
    void passesInputRequestsThatArriveWhileACallIsResumed() throws Exception {
        RecordingListener first = startCall();
        JsonNode call = server.nextReceived();
        server.sendDuring(call, inputRequest(1));
        JsonNode inputRequired = first.next();
        RecordingListener other = startCall();
        server.nextReceived();
        // the server gets the response to the first input request, and requests more input before the resumption ends
        server.onReceived = answer -> server.sendDuring(call, inputRequest(2));
        RecordingListener resumed = resume(inputRequired);
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q1");
        assertThat(resumed.next().at("/result/inputRequests").size()).isOne();
        assertThat(other.hasReceivedNothing()).isTrue();
    }

    @Test
    void passesTheNextInputRequestToTheResumingRequest() throws Exception {
        RecordingListener first = startCall();
        JsonNode call = server.nextReceived();
        sendInputRequest(1);
        JsonNode inputRequired = first.next();
        server.onReceived = answer -> sendInputRequest(2);
        RecordingListener second = resume(inputRequired);
        assertThat(server.nextReceived().get("id").asString()).isEqualTo("q1");
        JsonNode nextInputRequired = second.next();
        assertThat(nextInputRequired.get("id").asInt()).isEqualTo(2);
        assertThat(nextInputRequired.at("/result/inputRequests").size()).isOne();
        server.sendResult(call, "{\"content\":[]}");
        assertThat(second.hasReceivedNothing()).isTrue();
    }
}
