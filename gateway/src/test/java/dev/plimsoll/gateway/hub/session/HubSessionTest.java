package dev.plimsoll.gateway.hub.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture;
import dev.plimsoll.gateway.hub.HubFixture.Client;
import dev.plimsoll.gateway.hub.SimulatedHubServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests requests and notifications of servers, cancellation, batches, and clients without a session. */
@Timeout(60)
class HubSessionTest {

    private static HubFixture startTwoServers() {
        HubFixture hubFixture = HubFixture.of("a", "b");
        hubFixture.backend("a").tools("work");
        hubFixture.backend("b").tools("work");
        return hubFixture;
    }

    private static String request(String id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{}}";
    }

    @Test
    void forwardsClientResponseToRequestingServer() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            SimulatedHubServer serverA = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverA.emit(request("1", "roots/list"));
            JsonNode requestOfA = client.nextMessage();
            serverB.emit(request("1", "sampling/createMessage"));
            JsonNode requestOfB = client.nextMessage();
            assertThat(requestOfA.get("id")).isNotEqualTo(requestOfB.get("id"));
            client.sendMessage("{\"jsonrpc\":\"2.0\",\"id\":" + requestOfB.get("id") + ",\"result\":{\"for\":\"b\"}}");
            client.sendMessage("{\"jsonrpc\":\"2.0\",\"id\":" + requestOfA.get("id")
                    + ",\"error\":{\"code\":1,\"message\":\"a\"}}");
            JsonNode responseToA = serverA.nextResponse();
            assertThat(responseToA.get("id").asInt()).isEqualTo(1);
            assertThat(responseToA.at("/error/message").asString()).isEqualTo("a");
            assertThat(serverB.nextResponse().at("/result/for").asString()).isEqualTo("b");
        }
    }

    @Test
    void forwardsServerCancellationToClient() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            SimulatedHubServer serverA = hubFixture.backend("a").nextStartedServer();
            serverA.emit(request("\"q\"", "elicitation/create"));
            JsonNode first = client.nextMessage();
            serverA.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}");
            assertThat(client.nextMessage().at("/params/requestId")).isEqualTo(first.get("id"));
            serverA.emit(request("\"r\"", "elicitation/create"));
            JsonNode second = client.nextMessage();
            serverA.end();
            assertThat(client.nextMessage().at("/params/requestId")).isEqualTo(second.get("id"));
        }
    }

    @Test
    void forwardsServerNotifications() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverB.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"logger\":\"db\",\"data\":1}}");
            assertThat(client.nextMessage().at("/params/logger").asString()).isEqualTo("b/db");
            serverB.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
            assertThat(client.nextMessage().at("/params/logger").asString()).isEqualTo("b");
            serverB.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7}}");
            assertThat(client.nextMessage().at("/params/progressToken").asInt()).isEqualTo(7);
            serverB.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/prompts/list_changed");
        }
    }

    @Test
    void forwardsCancellationToServerOfRequest() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            hubFixture.backend("b").isSilent = true;
            CompletableFuture<JsonNode> call =
                    client.sendRequest("\"c\"", "tools/call", "{\"name\":\"b__work\",\"arguments\":{}}");
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverB.next("tools/call");
            client.sendMessage(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}");
            assertThat(serverB.next("notifications/cancelled")
                            .at("/params/requestId")
                            .asString())
                    .isEqualTo("c");
            assertThat(call).isCancelled();
            assertThat(hubFixture.backend("a").nextStartedServer().received)
                    .noneMatch(message -> message.get("method").asString().equals("notifications/cancelled"));
        }
    }

    @Test
    void answersBatchWithOneMessage() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            JsonNode answers = client.sendForResponse("[" + request("1", "ping") + ","
                            + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a__work\"}},"
                            + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"},"
                            + request("3", "tools/list") + "]")
                    .get(20, TimeUnit.SECONDS);
            assertThat(answers.size()).isEqualTo(3);
            hubFixture.backend("a").nextStartedServer().next("notifications/roots/list_changed");
            hubFixture.backend("b").nextStartedServer().next("notifications/roots/list_changed");
        }
    }

    @Test
    void advisesAgainstRepeatingACallThatTheServerMayHaveMade() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            hubFixture.backend("b").isSilent = true;
            var response = client.sendRequest("1", "tools/call", "{\"name\":\"b__work\",\"arguments\":{}}");
            SimulatedHubServer server = hubFixture.backend("b").nextStartedServer();
            server.next("tools/call");

            server.end();

            JsonNode result = response.get(20, TimeUnit.SECONDS).get("result");
            assertThat(result.get("isError").asBoolean()).isTrue();
            assertThat(HubFixture.text(result)).contains("UPSTREAM_UNAVAILABLE", "if it changes nothing");
        }
    }

    @Test
    void rejectsDuplicateRequestId() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            hubFixture.backend("b").isSilent = true;
            var _ = client.sendRequest("1", "tools/call", "{\"name\":\"b__work\",\"arguments\":{}}");
            hubFixture.backend("b").nextStartedServer().next("tools/call");
            JsonNode second = client.sendRequest("1", "tools/call", "{\"name\":\"a__work\",\"arguments\":{}}")
                    .get(20, TimeUnit.SECONDS);
            assertThat(second.at("/error/code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void sendsTheAcknowledgmentBeforeConcurrentNotifications() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newModernClient();
            var _ = client.sendRequest(
                    "5",
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true}," + HubFixture.META + "}");
            SimulatedHubServer serverA = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            serverA.next("subscriptions/listen");
            serverB.next("subscriptions/listen");
            serverA.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));
            AtomicBoolean first = new AtomicBoolean(true);
            client.beforeReceive = () -> {
                if (first.getAndSet(false)) {
                    serverA.emit(subscriptionMessage("notifications/tools/list_changed", "\"n\":1"));
                    // gives the notification time to overtake the acknowledgment, which it must not do
                    waitFor(() -> !client.receivedMessages.isEmpty(), 300);
                }
            };
            serverB.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));

            assertThat(client.nextMessage().get("method").asString())
                    .isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/tools/list_changed");
        }
    }

    /** Waits until the condition is true, or the time is over. */
    private static void waitFor(BooleanSupplier condition, long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void subscribesClientWithoutSessionAtAllServers() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newModernClient();
            CompletableFuture<JsonNode> listenAnswer = client.sendRequest(
                    "5",
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x://1\"]},"
                            + HubFixture.META + "}");
            SimulatedHubServer serverA = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer serverB = hubFixture.backend("b").nextStartedServer();
            JsonNode listenRequest = serverA.next("subscriptions/listen");
            serverB.next("subscriptions/listen");
            serverA.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));
            serverA.emit(subscriptionMessage("notifications/tools/list_changed", "\"n\":1"));
            serverB.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged",
                    "\"notifications\":{\"resourceSubscriptions\":[\"x://1\"]}"));
            JsonNode first = client.nextMessage();
            assertThat(first.get("method").asString()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(first.at("/params/notifications/toolsListChanged").asBoolean())
                    .isTrue();
            assertThat(first.at("/params/notifications/resourceSubscriptions/0").asString())
                    .isEqualTo("x://1");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            serverA.result(listenRequest, "{\"resultType\":\"complete\"}");
            assertThat(listenAnswer).isNotDone();
            serverB.result(listenRequest, "{\"resultType\":\"complete\"}");
            assertThat(listenAnswer.get(20, TimeUnit.SECONDS).get("id").asInt()).isEqualTo(5);
        }
    }

    private static String subscriptionMessage(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":{" + params
                + ",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":5}}}";
    }

    @Test
    void answersRequestsWithoutSession() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.backend("b").capabilities = "{\"tools\":{},\"prompts\":{}}";
            JsonNode discoverResult =
                    hubFixture.newModernClient().result("server/discover", "{" + HubFixture.META + "}");
            assertThat(discoverResult.at("/supportedVersions/0").asString()).isEqualTo("2026-07-28");
            assertThat(discoverResult.get("resultType").asString()).isEqualTo("complete");
            assertThat(discoverResult.at("/capabilities/prompts").isObject()).isTrue();
            assertThat(discoverResult
                            .at("/_meta/io.modelcontextprotocol~1serverInfo/name")
                            .asString())
                    .isEqualTo("plimsoll");
            assertThat(HubFixture.text(hubFixture.newModernClient().call("b__work", "{}")))
                    .isEqualTo("b did work");
            JsonNode resultForMistypedCursor =
                    hubFixture.newModernClient().call("plimsoll_read", "{\"cursor\":\"mistyped\"}");
            assertThat(resultForMistypedCursor.get("resultType").asString()).isEqualTo("complete");
            JsonNode resultForUnknownTool = hubFixture.newModernClient().call("a__wrok", "{}");
            assertThat(resultForUnknownTool.get("resultType").asString()).isEqualTo("complete");
            assertThat(HubFixture.text(resultForUnknownTool)).contains("ACTION_NOT_FOUND", "a__work");
            assertThat(hubFixture
                            .newModernClient()
                            .answer("ping", "{" + HubFixture.META + "}")
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32601);
        }
    }
}
