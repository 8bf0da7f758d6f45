package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests an alert about many large results: the webhook, the metrics, and the list of alerts. */
class AlertSetupTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private String get(ServeFixture gateway, String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void notifiesBeginAndEndOfAlertOnce() throws Exception {
        BlockingQueue<JsonNode> notifications = new LinkedBlockingQueue<>();
        HttpServer webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.createContext("/", exchange -> {
            notifications.add(
                    JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
        SecretValue url =
                new SecretValue("http://127.0.0.1:" + webhook.getAddress().getPort() + "/hook");
        AlertsConfig alertsConfig = new AlertsConfig(.05, .1, .2, Duration.ofSeconds(3), 1, url, null);
        Configuration withoutAlerts = ServeFixture.configuration(
                        folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                .with(ServerConfig.of("fixture", FixtureServer.command()));
        try (ServeFixture gateway = ServeFixture.of(withoutAlerts.with(alertsConfig))) {
            HttpRequest call = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/tools/fixture/list"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"count\":3000}"))
                    .build();
            http.send(call, BodyHandlers.discarding());
            JsonNode firing = Objects.requireNonNull(notifications.poll(60, TimeUnit.SECONDS));
            assertThat(firing.get("alert").asString()).isEqualTo("oversized_share");
            assertThat(firing.get("status").asString()).isEqualTo("firing");
            JsonNode resolved = Objects.requireNonNull(notifications.poll(60, TimeUnit.SECONDS));
            assertThat(resolved.get("status").asString()).isEqualTo("resolved");
            assertThat(resolved.get("id")).isEqualTo(firing.get("id"));

            JsonNode listed = JsonMapper.shared().readTree(get(gateway, "/api/v1/alerts"));
            assertThat(listed.get("active")).isEmpty();
            assertThat(listed.at("/past/0/id")).isEqualTo(firing.get("id"));
            assertThat(listed.at("/past/0/worst").asDouble()).isEqualTo(1);
            assertThat(listed.get("rules")
                            .valueStream()
                            .map(rule -> rule.get("alert").asString()))
                    .containsExactly("oversized_share", "upstream_error_share", "estimator_error", "store_failure");
            assertThat(get(gateway, "/metrics"))
                    .contains("plimsoll_alerts_total{alert=\"oversized_share\"} 1\n")
                    .contains("plimsoll_alert_active{alert=\"oversized_share\"} 0\n");
            assertThat(gateway.log()).contains("alert rule=oversized_share value=100.0%");
        } finally {
            webhook.stop(0);
        }
    }
}
