package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.Joined.Client;
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
        return PlayedServer.JSON.readTree(Joined.text(result)).get("error");
    }

    private static Joined two() {
        Joined joined = Joined.of("files", "crm");
        joined.backend("files").tools("read");
        joined.backend("crm").tools("list");
        return joined;
    }

    @Test
    void keepsOtherServersWhenOneCannotStart() throws Exception {
        try (Joined joined = two()) {
            joined.backend("crm").broken("cannot start crm: no such file");
            Client client = joined.client();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(Joined.text(client.call("files__read", "{}"))).isEqualTo("files did read");
            // its tools are unknown, but the prefix identifies it
            assertThat(error(client.call("crm__anything", "{}")).get("code").asString())
                    .isEqualTo("UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void keepsOtherServersWhenOneIsSilent() throws Exception {
        try (Joined joined = two()) {
            joined.backend("crm").mute();
            Client client = joined.client();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(joined.said()).contains("it did not initialize within");
        }
    }

    @Test
    void servesNextClientAfterRejectedRevision() throws Exception {
        try (Joined joined = new Joined(NEVER, "files", "crm")) {
            joined.backend("files").tools("read");
            PlayedBackend crm = joined.backend("crm").tools("list");
            crm.mute = true;
            Client client = joined.unopened();
            CompletableFuture<JsonNode> opening =
                    client.asking("1", "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
            PlayedServer server = crm.server();
            server.error(server.next("initialize"), -32022);
            crm.mended();
            assertThat(opening.get(20, TimeUnit.SECONDS).has("result")).isTrue();
            assertThat(client.tools()).containsExactly("files__read", "plimsoll_read");
            assertThat(joined.client().tools()).containsExactly("files__read", "crm__list", "plimsoll_read");
        }
    }

    @Test
    void listsToolsOfUnavailableServerWithReason() throws Exception {
        try (Joined joined = two()) {
            List<String> all = joined.client().tools();
            assertThat(all).containsExactly("files__read", "crm__list", "plimsoll_read");
            joined.backend("crm").broken("cannot start crm: no such file");
            Client later = joined.client();
            assertThat(later.tools()).isEqualTo(all);
            JsonNode result = later.call("crm__list", "{}");
            JsonNode error = error(result);
            assertThat(error.get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            assertThat(error.at("/details/server").asString()).isEqualTo("crm");
            assertThat(error.get("message").asString())
                    .isEqualTo("the server crm is not there: cannot start crm: no such file");
            assertThat(error.at("/details/suggestion").asString()).contains("repeat this call");
            // like every result of a tool
            assertThat(result.at("/_meta/dev.plimsoll~1budget").isObject()).isTrue();
            joined.backend("crm").mended();
            assertThat(Joined.text(later.call("crm__list", "{}"))).isEqualTo("crm did list");
        }
    }

    @Test
    void waitsBeforeRetryingFailedServer() throws Exception {
        try (Joined joined = new Joined(NEVER, "crm")) {
            joined.backend("crm").tools("list");
            joined.client().tools();
            joined.backend("crm").broken("cannot start crm: no such file");
            Client client = joined.client();
            int attempts = joined.backend("crm").attempts.get();
            joined.backend("crm").mended();
            assertThat(error(client.call("crm__list", "{}"))
                            .at("/details/suggestion")
                            .asString())
                    .startsWith("repeat this call in 3");
            assertThat(joined.client().tools()).contains("crm__list");
            assertThat(joined.backend("crm").attempts.get()).isEqualTo(attempts);
        }
    }

    @Test
    void restartsServerThatStoppedDuringCall() throws Exception {
        try (Joined joined = two()) {
            Client client = joined.client();
            client.tools();
            PlayedServer first = joined.backend("crm").server();
            joined.backend("crm").mute = true;
            CompletableFuture<JsonNode> lost =
                    client.asking("7", "tools/call", "{\"name\":\"crm__list\",\"arguments\":{}}");
            first.next("tools/call");
            first.end();
            JsonNode answer = lost.get(20, TimeUnit.SECONDS);
            assertThat(error(answer.get("result")).get("code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            joined.backend("crm").mended();
            assertThat(Joined.text(client.call("crm__list", "{}"))).isEqualTo("crm did list");
            List<String> heard = new ArrayList<>();
            joined.backend("crm")
                    .server()
                    .heard
                    .forEach(message -> heard.add(message.get("method").asString()));
            assertThat(heard)
                    .startsWith("initialize", "notifications/initialized")
                    .contains("tools/call");
        }
    }

    @Test
    void notifiesClientWhenToolsChangedAfterRestart() throws Exception {
        try (Joined joined = two()) {
            Client client = joined.client();
            client.tools();
            joined.backend("crm").server().end();
            joined.backend("crm").tools("list", "drop");
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
        try (Joined joined = two()) {
            joined.backend("crm").broken("cannot start crm: no such file");
            Client client = joined.client();
            assertThat(client.tools()).doesNotContain("crm__list");
            joined.backend("crm").mended();
            awaitNews(client);
            assertThat(client.next().get("method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(client.tools()).contains("crm__list");
        }
    }

    @Test
    void sendsNoNotificationWhenToolsAreUnchanged() throws Exception {
        try (Joined joined = two()) {
            Client client = joined.client();
            client.tools();
            joined.backend("crm").server().end();
            Await.until("the end is noticed", () -> joined.said().contains("a server has stopped"));
            assertThat(Joined.text(client.call("crm__list", "{}"))).isEqualTo("crm did list");
            // wait for the request of the listing that will be compared
            joined.backend("crm").server().next("tools/list");
            client.tools();
            assertThat(client.told).isEmpty();
        }
    }

    @Test
    void rejectsListWhenNoServerIsAvailable() throws Exception {
        try (Joined joined = two()) {
            joined.backend("files").broken("no");
            joined.backend("crm").broken("no");
            Client client = joined.client();
            JsonNode answer = client.answer("tools/list", "{}");
            assertThat(answer.at("/error/data/error/code").asString()).isEqualTo("UPSTREAM_UNAVAILABLE");
            joined.backend("crm").mended();
            assertThat(client.tools()).containsExactly("crm__list", "plimsoll_read");
        }
    }

    @Test
    void separatesSessions() throws Exception {
        try (Joined joined = two()) {
            joined.client().tools();
            List<CompletableFuture<String>> answers = IntStream.range(0, 30)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                        try {
                            Client client = joined.client();
                            joined.backend("crm").started.forEach(server -> {
                                if (i % 10 == 0) {
                                    server.end();
                                }
                            });
                            return Joined.text(client.call("files__read", "{}")) + client.tools();
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
