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

/** Tests that the failure of one server, of any kind and at any time, does not affect the others. */
@Timeout(60)
class ContainmentTest {

    private static final Duration NEVER = Duration.ofHours(1);

    private static JsonNode error(JsonNode result) {
        assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
        return SimulatedHubServer.JSON.readTree(HubFixture.text(result)).get("error");
    }

    private static HubFixture two() {
        HubFixture hubFixture = HubFixture.of("files", "crm");
        hubFixture.backend("files").tools("read");
        hubFixture.backend("crm").tools("list");
        return hubFixture;
    }

    @Test
    void keepsOtherServersWhenOneCannotStart() throws Exception {
        try (HubFixture hubFixture = two()) {
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client client = hubFixture.client();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(HubFixture.text(client.call("files__read", "{}"))).isEqualTo("files did read");
            // its tools are unknown, but the prefix identifies it
            assertThat(error(client.call("crm__anything", "{}")).get("code").asString())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void keepsOtherServersWhenOneIsSilent() throws Exception {
        try (HubFixture hubFixture = two()) {
            hubFixture.backend("crm").silent();
            Client client = hubFixture.client();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(hubFixture.logText()).contains("it did not initialize within");
        }
    }

    @Test
    void servesNextClientAfterRejectedRevision() throws Exception {
        try (HubFixture hubFixture = new HubFixture(NEVER, "files", "crm")) {
            hubFixture.backend("files").tools("read");
            SimulatedBackend crm = hubFixture.backend("crm").tools("list");
            crm.silent = true;
            Client client = hubFixture.newClient();
            CompletableFuture<JsonNode> opening =
                    client.asking("1", "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
            SimulatedHubServer server = crm.server();
            server.error(server.next("initialize"), -32022);
            crm.repair();
            assertThat(opening.get(20, TimeUnit.SECONDS).has("result")).isTrue();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(hubFixture.client().tools()).containsExactly("files__read", "crm__list", "plimsoll_read");
        }
    }

    @Test
    void listsToolsOfUnavailableServerWithReason() throws Exception {
        try (HubFixture hubFixture = two()) {
            List<String> all = hubFixture.client().tools();
            assertThat(all).containsExactly("files__read", "crm__list", "plimsoll_read");
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client later = hubFixture.client();
            assertThat(later.tools()).isEqualTo(all);
            JsonNode result = later.call("crm__list", "{}");
            JsonNode error = error(result);
            assertThat(error.get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(error.at("/details/server").asString()).isEqualTo("crm");
            assertThat(error.get("message").asString())
                    .isEqualTo("the server crm is not available: cannot start crm: no such file");
            assertThat(error.at("/details/suggestion").asString()).contains("repeat this call");
            // like every result of a tool
            assertThat(result.at("/_meta/dev.plimsoll~1budget").isObject()).isTrue();
            hubFixture.backend("crm").repair();
            assertThat(HubFixture.text(later.call("crm__list", "{}"))).isEqualTo("crm did list");
        }
    }

    @Test
    void waitsBeforeRetryingFailedServer() throws Exception {
        try (HubFixture hubFixture = new HubFixture(NEVER, "crm")) {
            hubFixture.backend("crm").tools("list");
            hubFixture.client().tools();
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client client = hubFixture.client();
            int attempts = hubFixture.backend("crm").attempts.get();
            hubFixture.backend("crm").repair();
            assertThat(error(client.call("crm__list", "{}"))
                            .at("/details/suggestion")
                            .asString())
                    .startsWith("repeat this call in 3");
            assertThat(hubFixture.client().tools()).contains("crm__list");
            assertThat(hubFixture.backend("crm").attempts.get()).isEqualTo(attempts);
        }
    }

    @Test
    void restartsServerThatStoppedDuringCall() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            client.tools();
            SimulatedHubServer first = hubFixture.backend("crm").server();
            hubFixture.backend("crm").silent = true;
            CompletableFuture<JsonNode> lost =
                    client.asking("7", "tools/call", "{\"name\":\"crm__list\",\"arguments\":{}}");
            first.next("tools/call");
            first.end();
            JsonNode answer = lost.get(20, TimeUnit.SECONDS);
            assertThat(error(answer.get("result")).get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            hubFixture.backend("crm").repair();
            assertThat(HubFixture.text(client.call("crm__list", "{}"))).isEqualTo("crm did list");
            List<String> heard = new ArrayList<>();
            hubFixture
                    .backend("crm")
                    .server()
                    .received
                    .forEach(message -> heard.add(message.get("method").asString()));
            assertThat(heard)
                    .startsWith("initialize", "notifications/initialized")
                    .contains("tools/call");
        }
    }

    @Test
    void notifiesClientWhenToolsChangedAfterRestart() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            client.tools();
            hubFixture.backend("crm").server().end();
            hubFixture.backend("crm").tools("list", "drop");
            awaitNews(client);
            assertThat(client.next().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(client.tools()).contains("crm__drop");
        }
    }

    /** Waits for the list change. A missing server is retried as long as the client is connected. */
    private static void awaitNews(Client client) throws Exception {
        Await.until("the client is told", () -> {
            client.line.expire();
            return !client.told.isEmpty();
        });
    }

    @Test
    void notifiesClientWhenSlowServerStarts() throws Exception {
        try (HubFixture hubFixture = two()) {
            hubFixture.backend("crm").failToStart("cannot start crm: no such file");
            Client client = hubFixture.client();
            assertThat(client.tools()).doesNotContain("crm__list");
            hubFixture.backend("crm").repair();
            awaitNews(client);
            assertThat(client.next().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(client.tools()).contains("crm__list");
        }
    }

    @Test
    void sendsNoNotificationWhenToolsAreUnchanged() throws Exception {
        try (HubFixture hubFixture = two()) {
            Client client = hubFixture.client();
            client.tools();
            hubFixture.backend("crm").server().end();
            Await.until("the end is noticed", () -> hubFixture.logText().contains("a server has stopped"));
            assertThat(HubFixture.text(client.call("crm__list", "{}"))).isEqualTo("crm did list");
            // wait for the request of the listing that will be compared
            hubFixture.backend("crm").server().next("tools/list");
            client.tools();
            assertThat(client.told).isEmpty();
        }
    }

    @Test
    void rejectsListWhenNoServerIsAvailable() throws Exception {
        try (HubFixture hubFixture = two()) {
            hubFixture.backend("files").failToStart("no");
            hubFixture.backend("crm").failToStart("no");
            Client client = hubFixture.client();
            JsonNode answer = client.answer("tools/list", "{}");
            assertThat(answer.at("/error/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            hubFixture.backend("crm").repair();
            assertThat(client.tools()).containsExactly("crm__list", "plimsoll_read");
        }
    }

    @Test
    void separatesSessions() throws Exception {
        try (HubFixture hubFixture = two()) {
            hubFixture.client().tools();
            List<CompletableFuture<String>> answers = IntStream.range(0, 30)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                        try {
                            Client client = hubFixture.client();
                            hubFixture.backend("crm").started.forEach(server -> {
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
                assertThat(answered(answer)).isEqualTo("files did read[files__read, crm__list, plimsoll_read]");
            }
        }
    }

    private static String answered(CompletableFuture<String> answer) throws Exception {
        try {
            return answer.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
