package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture.Client;
import dev.plimsoll.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests that other servers keep working if one server fails to start, does not answer, or stops. */
@Timeout(60)
class ContainmentTest {

    private static final Duration NEVER = Duration.ofHours(1);

    private static JsonNode error(JsonNode result) {
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        return SimulatedHubServer.JSON.readTree(HubFixture.text(result)).get("error");
    }

    private static HubFixture startTwoServers() {
        HubFixture hubFixture = HubFixture.of("files", "crm");
        hubFixture.backend("files").tools("read");
        hubFixture.backend("crm").tools("list");
        return hubFixture;
    }

    @Test
    void keepsOtherServersWhenOneCannotStart() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client client = hubFixture.newInitializedClient();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(HubFixture.text(client.call("files__read", "{}"))).isEqualTo("files did read");
            // the hub does not know the tools of crm, but the prefix identifies the server
            assertThat(error(client.call("crm__anything", "{}")).get("code").asString())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void keepsOtherServersWhenOneIsSilent() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.backend("crm").stopAnswering();
            Client client = hubFixture.newInitializedClient();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(hubFixture.logText()).contains("it did not initialize within");
        }
    }

    @Test
    void servesNextClientAfterRejectedRevision() throws Exception {
        try (HubFixture hubFixture = new HubFixture(NEVER, "files", "crm")) {
            hubFixture.backend("files").tools("read");
            SimulatedBackend crm = hubFixture.backend("crm").tools("list");
            crm.isSilent = true;
            Client client = hubFixture.newClient();
            CompletableFuture<JsonNode> initializeAnswer =
                    client.sendRequest("1", "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
            SimulatedHubServer server = crm.nextStartedServer();
            server.error(server.next("initialize"), -32022);
            crm.repair();
            assertThat(initializeAnswer.get(20, TimeUnit.SECONDS).has("result")).isTrue();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(hubFixture.newInitializedClient().tools())
                    .containsExactly("files__read", "crm__list", "plimsoll_read");
        }
    }

    @Test
    void listsToolsOfUnavailableServerAndRefusesTheirCalls() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            List<String> toolsWhileAvailable = hubFixture.newInitializedClient().tools();
            assertThat(toolsWhileAvailable).containsExactly("files__read", "crm__list", "plimsoll_read");
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client laterClient = hubFixture.newInitializedClient();
            assertThat(laterClient.tools()).isEqualTo(toolsWhileAvailable);
            JsonNode result = laterClient.call("crm__list", "{}");
            JsonNode error = error(result);
            assertThat(error.get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(error.at("/details/server").asString()).isEqualTo("crm");
            assertThat(error.get("message").asString())
                    .isEqualTo("the server crm is not available: cannot start crm: no such file");
            assertThat(error.at("/details/suggestion").asString()).contains("repeat this call");
            // every result of a tool has this member
            assertThat(result.at("/_meta/dev.plimsoll~1budget").isObject()).isTrue();
            hubFixture.backend("crm").repair();
            assertThat(HubFixture.text(laterClient.call("crm__list", "{}"))).isEqualTo("crm did list");
        }
    }

    @Test
    void waitsBeforeRetryingFailedServer() throws Exception {
        try (HubFixture hubFixture = new HubFixture(NEVER, "crm")) {
            hubFixture.backend("crm").tools("list");
            hubFixture.newInitializedClient().tools();
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client client = hubFixture.newInitializedClient();
            int attempts = hubFixture.backend("crm").attempts.get();
            hubFixture.backend("crm").repair();
            assertThat(error(client.call("crm__list", "{}"))
                            .at("/details/suggestion")
                            .asString())
                    // 3,600 s, or a little less
                    .startsWith("repeat this call in 3");
            assertThat(hubFixture.newInitializedClient().tools()).contains("crm__list");
            assertThat(hubFixture.backend("crm").attempts.get()).isEqualTo(attempts);
        }
    }

    @Test
    void restartsServerThatStoppedDuringCall() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            SimulatedHubServer first = hubFixture.backend("crm").nextStartedServer();
            hubFixture.backend("crm").isSilent = true;
            CompletableFuture<JsonNode> interruptedCall =
                    client.sendRequest("7", "tools/call", "{\"name\":\"crm__list\",\"arguments\":{}}");
            first.next("tools/call");
            first.end();
            JsonNode answer = interruptedCall.get(20, TimeUnit.SECONDS);
            assertThat(error(answer.get("result")).get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            hubFixture.backend("crm").repair();
            assertThat(HubFixture.text(client.call("crm__list", "{}"))).isEqualTo("crm did list");
            List<String> receivedMethods = new ArrayList<>();
            hubFixture
                    .backend("crm")
                    .nextStartedServer()
                    .received
                    .forEach(
                            message -> receivedMethods.add(message.get("method").asString()));
            assertThat(receivedMethods)
                    .startsWith("initialize", "notifications/initialized")
                    .contains("tools/call");
        }
    }

    @Test
    void notifiesClientWhenToolsChangedAfterRestart() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            hubFixture.backend("crm").nextStartedServer().end();
            hubFixture.backend("crm").tools("list", "drop");
            awaitNotification(client);
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(client.tools()).contains("crm__drop");
        }
    }

    /**
     * Waits until the client receives a notification. Meanwhile, repeats the maintenance of the client's session, which
     * restarts servers that stopped or did not start.
     */
    private static void awaitNotification(Client client) throws Exception {
        Await.until("the client has received a notification", () -> {
            client.endpointSession.runMaintenance();
            return !client.receivedMessages.isEmpty();
        });
    }

    @Test
    void notifiesClientWhenServerStartsLater() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client client = hubFixture.newInitializedClient();
            assertThat(client.tools()).doesNotContain("crm__list");
            hubFixture.backend("crm").repair();
            awaitNotification(client);
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(client.tools()).contains("crm__list");
        }
    }

    @Test
    void sendsNoNotificationWhenToolsAreUnchanged() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = hubFixture.newInitializedClient();
            client.tools();
            hubFixture.backend("crm").nextStartedServer().end();
            Await.until(
                    "the hub has noticed the end of the server",
                    () -> hubFixture.logText().contains("a server has stopped"));
            assertThat(HubFixture.text(client.call("crm__list", "{}"))).isEqualTo("crm did list");
            // wait until the hub has requested the list that it compares with the earlier list
            hubFixture.backend("crm").nextStartedServer().next("tools/list");
            client.tools();
            assertThat(client.receivedMessages).isEmpty();
        }
    }

    @Test
    void rejectsListWhenNoServerIsAvailable() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.backend("files").failToStart("no");
            hubFixture.backend("crm").failToStart("no");
            Client client = hubFixture.newInitializedClient();
            JsonNode answer = client.answer("tools/list", "{}");
            assertThat(answer.at("/error/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            hubFixture.backend("crm").repair();
            assertThat(client.tools()).containsExactly("crm__list", "plimsoll_read");
        }
    }

    @Test
    void separatesSessions() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture.newInitializedClient().tools();
            List<CompletableFuture<String>> answers = IntStream.range(0, 30)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                        try {
                            Client client = hubFixture.newInitializedClient();
                            hubFixture.backend("crm").startedServers.forEach(server -> {
                                if (i % 10 == 0) {
                                    server.end();
                                }
                            });
                            return HubFixture.text(client.call("files__read", "{}")) + client.tools();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }))
                    .toList();
            for (CompletableFuture<String> answer : answers) {
                assertThat(get(answer)).isEqualTo("files did read[files__read, crm__list, plimsoll_read]");
            }
        }
    }

    private static String get(CompletableFuture<String> answer) throws Exception {
        try {
            return answer.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
