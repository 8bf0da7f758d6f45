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
            Client client = hubFixture.client();
            SimulatedHubServer a = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer b = hubFixture.backend("b").nextStartedServer();
            a.emit(request("1", "roots/list"));
            JsonNode requestOfA = client.nextMessage();
            b.emit(request("1", "sampling/createMessage"));
            JsonNode requestOfB = client.nextMessage();
            assertThat(requestOfA.get("id")).isNotEqualTo(requestOfB.get("id"));
            client.sendMessage("{\"jsonrpc\":\"2.0\",\"id\":" + requestOfB.get("id") + ",\"result\":{\"for\":\"b\"}}");
            client.sendMessage("{\"jsonrpc\":\"2.0\",\"id\":" + requestOfA.get("id")
                    + ",\"error\":{\"code\":1,\"message\":\"a\"}}");
            JsonNode responseToA = a.nextResponse();
            assertThat(responseToA.get("id").asInt()).isEqualTo(1);
            assertThat(responseToA.at("/error/message").asString()).isEqualTo("a");
            assertThat(b.nextResponse().at("/result/for").asString()).isEqualTo("b");
        }
    }

    @Test
    void forwardsServerCancellationToClient() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.client();
            SimulatedHubServer a = hubFixture.backend("a").nextStartedServer();
            a.emit(request("\"q\"", "elicitation/create"));
            JsonNode first = client.nextMessage();
            a.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}");
            assertThat(client.nextMessage().at("/params/requestId")).isEqualTo(first.get("id"));
            a.emit(request("\"r\"", "elicitation/create"));
            JsonNode second = client.nextMessage();
            a.end();
            assertThat(client.nextMessage().at("/params/requestId")).isEqualTo(second.get("id"));
        }
    }

    @Test
    void forwardsServerNotifications() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.client();
            SimulatedHubServer b = hubFixture.backend("b").nextStartedServer();
            b.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"logger\":\"db\",\"data\":1}}");
            assertThat(client.nextMessage().at("/params/logger").asString()).isEqualTo("b/db");
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
            assertThat(client.nextMessage().at("/params/logger").asString()).isEqualTo("b");
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7}}");
            assertThat(client.nextMessage().at("/params/progressToken").asInt()).isEqualTo(7);
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/prompts/list_changed");
        }
    }

    @Test
    void forwardsCancellationToServerOfRequest() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.client();
            client.tools();
            hubFixture.backend("b").isSilent = true;
            CompletableFuture<JsonNode> call =
                    client.sendRequest("\"c\"", "tools/call", "{\"name\":\"b__work\",\"arguments\":{}}");
            SimulatedHubServer b = hubFixture.backend("b").nextStartedServer();
            b.next("tools/call");
            client.sendMessage(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}");
            assertThat(b.next("notifications/cancelled").at("/params/requestId").asString())
                    .isEqualTo("c");
            assertThat(call).isCancelled();
            assertThat(hubFixture.backend("a").nextStartedServer().received)
                    .noneMatch(message -> message.get("method").asString().equals("notifications/cancelled"));
        }
    }

    @Test
    void answersBatchWithOneMessage() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.client();
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
    void rejectsDuplicateRequestId() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.client();
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
            SimulatedHubServer a = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer b = hubFixture.backend("b").nextStartedServer();
            a.next("subscriptions/listen");
            b.next("subscriptions/listen");
            a.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));
            AtomicBoolean first = new AtomicBoolean(true);
            client.beforeReceive = () -> {
                if (first.getAndSet(false)) {
                    a.emit(subscriptionMessage("notifications/tools/list_changed", "\"n\":1"));
                    waitFor(() -> !client.receivedMessages.isEmpty(), 300);
                }
            };
            b.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));

            assertThat(client.nextMessage().get("method").asString())
                    .isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/tools/list_changed");
        }
    }

    private static void waitFor(BooleanSupplier condition, long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void subscribesAtAllServersWithoutSession() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newModernClient();
            CompletableFuture<JsonNode> listenAnswer = client.sendRequest(
                    "5",
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x://1\"]},"
                            + HubFixture.META + "}");
            SimulatedHubServer a = hubFixture.backend("a").nextStartedServer();
            SimulatedHubServer b = hubFixture.backend("b").nextStartedServer();
            JsonNode listenRequest = a.next("subscriptions/listen");
            b.next("subscriptions/listen");
            a.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));
            a.emit(subscriptionMessage("notifications/tools/list_changed", "\"n\":1"));
            b.emit(subscriptionMessage(
                    "notifications/subscriptions/acknowledged",
                    "\"notifications\":{\"resourceSubscriptions\":[\"x://1\"]}"));
            JsonNode first = client.nextMessage();
            assertThat(first.get("method").asString()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(first.at("/params/notifications/toolsListChanged").asBoolean())
                    .isTrue();
            assertThat(first.at("/params/notifications/resourceSubscriptions/0").asString())
                    .isEqualTo("x://1");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            a.result(listenRequest, "{\"resultType\":\"complete\"}");
            assertThat(listenAnswer).isNotDone();
            b.result(listenRequest, "{\"resultType\":\"complete\"}");
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
            JsonNode discovered = hubFixture.newModernClient().result("server/discover", "{" + HubFixture.META + "}");
            assertThat(discovered.at("/supportedVersions/0").asString()).isEqualTo("2026-07-28");
            assertThat(discovered.get("resultType").asString()).isEqualTo("complete");
            assertThat(discovered.at("/capabilities/prompts").isObject()).isTrue();
            assertThat(discovered
                            .at("/_meta/io.modelcontextprotocol~1serverInfo/name")
                            .asString())
                    .isEqualTo("plimsoll");
            assertThat(HubFixture.text(hubFixture.newModernClient().call("b__work", "{}")))
                    .isEqualTo("b did work");
            JsonNode mistyped = hubFixture.newModernClient().call("plimsoll_read", "{\"cursor\":\"mistyped\"}");
            assertThat(mistyped.get("resultType").asString()).isEqualTo("complete");
            JsonNode unknown = hubFixture.newModernClient().call("a__wrok", "{}");
            assertThat(unknown.get("resultType").asString()).isEqualTo("complete");
            assertThat(HubFixture.text(unknown)).contains("ACTION_NOT_FOUND", "a__work");
            assertThat(hubFixture
                            .newModernClient()
                            .answer("ping", "{" + HubFixture.META + "}")
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32601);
        }
    }
}
