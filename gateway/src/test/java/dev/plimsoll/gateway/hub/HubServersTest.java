package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture.Client;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests that the servers of a hub can change while clients use it. */
@Timeout(60)
class HubServersTest {

    private static String acknowledgment() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                + "\"notifications\":{\"toolsListChanged\":true},"
                + "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":5}}}";
    }

    private static void assertToolsChanged(JsonNode message) {
        assertThat(message.get("method").asString()).isEqualTo("notifications/tools/list_changed");
        assertThat(message.at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void subscriberIsNotifiedWhenServersAreAddedOrRemoved() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b")) {
            SimulatedBackend backendA = hubFixture.backend("a");
            SimulatedBackend backendB = hubFixture.backend("b");
            hubFixture.hub().setServers(List.of(backendA), Set.of());
            Client client = hubFixture.newModernClient();
            CompletableFuture<JsonNode> listenAnswer = client.sendRequest(
                    "5",
                    "subscriptions/listen",
                    "{\"notifications\":{\"toolsListChanged\":true}," + HubFixture.META + "}");
            SimulatedHubServer serverA = backendA.nextStartedServer();
            serverA.next("subscriptions/listen");
            serverA.emit(acknowledgment());
            assertThat(client.nextMessage().get("method").asString())
                    .isEqualTo("notifications/subscriptions/acknowledged");

            hubFixture.hub().setServers(List.of(backendA, backendB), Set.of());

            assertToolsChanged(client.nextMessage());
            SimulatedHubServer serverB = backendB.nextStartedServer();
            serverB.next("subscriptions/listen");
            hubFixture.hub().setServers(List.of(backendA), Set.of());
            assertToolsChanged(client.nextMessage());
            // the client did not ask for changes of prompts and resources
            assertThat(client.receivedMessages).isEmpty();
            assertThat(listenAnswer).isNotDone();
        }
    }

    @Test
    void unchangedServersKeepTheirLinks() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b")) {
            hubFixture.backend("a").tools = List.of(List.of("one"));
            Client client = hubFixture.newInitializedClient();
            var _ = hubFixture.backend("a").nextStartedServer();
            var _ = hubFixture.backend("b").nextStartedServer();

            hubFixture.hub().setServers(List.of(hubFixture.backend("b"), hubFixture.backend("a")), Set.of("b"));

            for (String list : List.of("tools", "prompts", "resources")) {
                assertThat(client.nextMessage().get("method").asString())
                        .isEqualTo("notifications/" + list + "/list_changed");
            }
            // a's link is the same, so a is not started again
            assertThat(client.call("a__one", "{}").toString()).contains("a did one");
            assertThat(hubFixture.backend("a").startedServers).isEmpty();
            hubFixture.hub().setServers(List.of(hubFixture.backend("b"), hubFixture.backend("a")), Set.of());
            assertThat(client.receivedMessages).isEmpty();
        }
    }
}
