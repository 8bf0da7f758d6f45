package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture.Client;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests notifications of servers, cancellation by the client, and batches. */
@Timeout(60)
class HubSessionTest {

    private static HubFixture two() {
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
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            SimulatedHubServer a = hubFixture.backend("a").server();
            SimulatedHubServer b = hubFixture.backend("b").server();
            a.emit(request("1", "roots/list"));
            JsonNode ofA = client.next();
            b.emit(request("1", "sampling/createMessage"));
            JsonNode ofB = client.next();
            assertThat(ofA.get("id")).isNotEqualTo(ofB.get("id"));
            client.hear("{\"jsonrpc\":\"2.0\",\"id\":" + ofB.get("id") + ",\"result\":{\"for\":\"b\"}}");
            client.hear("{\"jsonrpc\":\"2.0\",\"id\":" + ofA.get("id") + ",\"error\":{\"code\":1,\"message\":\"a\"}}");
            JsonNode toA = a.nextAnswer();
            assertThat(toA.get("id").asInt()).isEqualTo(1);
            assertThat(toA.at("/error/message").asString()).isEqualTo("a");
            assertThat(b.nextAnswer().at("/result/for").asString()).isEqualTo("b");
        }
    }

    @Test
    void forwardsServerCancellationToClient() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            SimulatedHubServer a = hubFixture.backend("a").server();
            a.emit(request("\"q\"", "elicitation/create"));
            JsonNode first = client.next();
            a.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}");
            assertThat(client.next().at("/params/requestId")).isEqualTo(first.get("id"));
            a.emit(request("\"r\"", "elicitation/create"));
            JsonNode second = client.next();
            a.end();
            assertThat(client.next().at("/params/requestId")).isEqualTo(second.get("id"));
        }
    }

    @Test
    void forwardsServerNotifications() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            SimulatedHubServer b = hubFixture.backend("b").server();
            b.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"logger\":\"db\",\"data\":1}}");
            assertThat(client.next().at("/params/logger").asString()).isEqualTo("b/db");
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
            assertThat(client.next().at("/params/logger").asString()).isEqualTo("b");
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7}}");
            assertThat(client.next().at("/params/progressToken").asInt()).isEqualTo(7);
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}");
            assertThat(client.next().get("method").asString()).isEqualTo("notifications/prompts/list_changed");
        }
    }

    @Test
    void forwardsCancellationToServerOfRequest() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            client.tools();
            hubFixture.backend("b").silent = true;
            CompletableFuture<JsonNode> call =
                    client.asking("\"c\"", "tools/call", "{\"name\":\"b__work\",\"arguments\":{}}");
            SimulatedHubServer b = hubFixture.backend("b").server();
            b.next("tools/call");
            client.hear(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"c\"}}");
            assertThat(b.next("notifications/cancelled").at("/params/requestId").asString())
                    .isEqualTo("c");
            assertThat(call).isCancelled();
            assertThat(hubFixture.backend("a").server().received)
                    .noneMatch(message -> message.get("method").asString().equals("notifications/cancelled"));
        }
    }

    @Test
    void answersBatchWithOneMessage() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            client.tools();
            JsonNode answers = client.hearing("[" + request("1", "ping") + ","
                            + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a__work\"}},"
                            + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"},"
                            + request("3", "tools/list") + "]")
                    .get(20, TimeUnit.SECONDS);
            assertThat(answers.size()).isEqualTo(3);
            hubFixture.backend("a").server().next("notifications/roots/list_changed");
            hubFixture.backend("b").server().next("notifications/roots/list_changed");
        }
    }

    @Test
    void rejectsDuplicateRequestId() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            client.tools();
            hubFixture.backend("b").silent = true;
            var _ = client.asking("1", "tools/call", "{\"name\":\"b__work\",\"arguments\":{}}");
            hubFixture.backend("b").server().next("tools/call");
            JsonNode second = client.asking("1", "tools/call", "{\"name\":\"a__work\",\"arguments\":{}}")
                    .get(20, TimeUnit.SECONDS);
            assertThat(second.at("/error/code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void sendsTheAcknowledgmentBeforeConcurrentNotifications() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.newModernClient();
            var _ = client.asking(
                    "5",
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true}," + HubFixture.META + "}");
            SimulatedHubServer a = hubFixture.backend("a").server();
            SimulatedHubServer b = hubFixture.backend("b").server();
            a.next("subscriptions/listen");
            b.next("subscriptions/listen");
            a.emit(told("notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));
            AtomicBoolean first = new AtomicBoolean(true);
            client.beforeReceive = () -> {
                if (first.getAndSet(false)) {
                    a.emit(told("notifications/tools/list_changed", "\"n\":1"));
                    waitFor(() -> !client.told.isEmpty(), 300);
                }
            };
            b.emit(told("notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));

            assertThat(client.next().get("method").asString()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(client.next().get("method").asString()).isEqualTo("notifications/tools/list_changed");
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
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.newModernClient();
            CompletableFuture<JsonNode> listening = client.asking(
                    "5",
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x://1\"]},"
                            + HubFixture.META + "}");
            SimulatedHubServer a = hubFixture.backend("a").server();
            SimulatedHubServer b = hubFixture.backend("b").server();
            JsonNode heard = a.next("subscriptions/listen");
            b.next("subscriptions/listen");
            a.emit(told("notifications/subscriptions/acknowledged", "\"notifications\":{\"toolsListChanged\":true}"));
            a.emit(told("notifications/tools/list_changed", "\"n\":1"));
            b.emit(told(
                    "notifications/subscriptions/acknowledged",
                    "\"notifications\":{\"resourceSubscriptions\":[\"x://1\"]}"));
            JsonNode first = client.next();
            assertThat(first.get("method").asString()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(first.at("/params/notifications/toolsListChanged").asBoolean())
                    .isTrue();
            assertThat(first.at("/params/notifications/resourceSubscriptions/0").asString())
                    .isEqualTo("x://1");
            assertThat(client.next().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            a.result(heard, "{\"resultType\":\"complete\"}");
            assertThat(listening).isNotDone();
            b.result(heard, "{\"resultType\":\"complete\"}");
            assertThat(listening.get(20, TimeUnit.SECONDS).get("id").asInt()).isEqualTo(5);
        }
    }

    private static String told(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":{" + params
                + ",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":5}}}";
    }

    @Test
    void answersRequestsWithoutSession() throws Exception {
        try (HubFixture hubFixture = two()) {
            hubFixture.backend("b").capabilities = "{\"tools\":{},\"prompts\":{}}";
            JsonNode found = hubFixture.newModernClient().result("server/discover", "{" + HubFixture.META + "}");
            assertThat(found.at("/supportedVersions/0").asString()).isEqualTo("2026-07-28");
            assertThat(found.get("resultType").asString()).isEqualTo("complete");
            assertThat(found.at("/capabilities/prompts").isObject()).isTrue();
            assertThat(found.at("/_meta/io.modelcontextprotocol~1serverInfo/name")
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
