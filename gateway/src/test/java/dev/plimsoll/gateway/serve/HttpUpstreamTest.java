package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code plimsoll serve} in front of an HTTP server. The HTTP server is another {@code serve}. */
class HttpUpstreamTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
    }

    private ServeFixture startInFrontOf(URI url) throws Exception {
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("gateway"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("upstream", url)));
    }

    private HttpResponse<String> post(URI url, String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private String openSession(URI url) throws Exception {
        String session =
                post(url, "", INITIALIZE).headers().firstValue("Mcp-Session-Id").orElseThrow();
        HttpResponse<String> response =
                post(url, session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(response.statusCode()).isEqualTo(202);
        return session;
    }

    private static String call(int id, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"list\","
                + "\"arguments\":" + arguments + "}}";
    }

    @Test
    void relaysToHttpServer() throws Exception {
        try (ServeFixture upstreamGateway = ServeFixture.withFixtureServer(folder.resolve("upstream"));
                ServeFixture gateway = startInFrontOf(upstreamGateway.endpoint())) {
            String session = openSession(gateway.endpoint());
            HttpResponse<String> small = post(gateway.endpoint(), session, call(1, "{\"count\":2}"));
            assertThat(small.body()).contains("\"id\":1").doesNotContain("notice");
            HttpResponse<String> large = post(gateway.endpoint(), session, call(2, "{\"count\":3000}"));
            assertThat(large.body()).contains("\"id\":2").contains("nextCursor");
        }
    }

    @Test
    void closesWithoutInternalErrors() throws Exception {
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
        try (ServeFixture upstreamGateway = ServeFixture.withFixtureServer(folder.resolve("upstream"))) {
            ServeFixture gateway = startInFrontOf(upstreamGateway.endpoint());
            try (gateway) {
                for (int i = 0; i < 4; i++) {
                    URI hub = URI.create(gateway.baseUrl() + "/mcp");
                    String session = openSession(hub);
                    String call = call(1, "{\"count\":2}").replace("\"list\"", "\"upstream__list\"");
                    assertThat(post(hub, session, call).body()).contains("\"id\":1");
                }
            }
            assertThat(uncaught).isEmpty();
            assertThat(gateway.log()).doesNotContain("internal error").doesNotContain("could not delete");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void lostUpstreamSessionEndsClientSession() throws Exception {
        ServeFixture upstreamGateway = ServeFixture.withFixtureServer(folder.resolve("upstream"));
        URI upstreamUrl = upstreamGateway.endpoint();
        try (ServeFixture gateway = startInFrontOf(upstreamUrl)) {
            String session;
            try (upstreamGateway) {
                session = openSession(gateway.endpoint());
            }
            try (ServeFixture restartedGateway = ServeFixture.of(ServeFixture.configuration(
                            folder.resolve("upstream"), upstreamUrl.getAuthority(), Bind.CALLER, AccessConfig.open())
                    .with(ServerConfig.of("fixture", List.of("cat"))))) {
                assertThat(restartedGateway.endpoint()).isEqualTo(upstreamUrl);
                HttpResponse<String> response = post(gateway.endpoint(), session, call(1, "{\"count\":2}"));
                // a broken connection or stream may be reported before the response that the session no longer exists
                for (int i = 0; i < 5 && response.statusCode() != 404; i++) {
                    assertThat(response.body()).contains("UPSTREAM_UNAVAILABLE");
                    response = post(gateway.endpoint(), session, call(2, "{}"));
                }
                assertThat(response.statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    void reportsWhyServerIsUnavailable() throws Exception {
        try (ServeFixture gateway = startInFrontOf(URI.create("http://no-such-host.invalid/mcp"))) {
            HttpResponse<String> response = post(gateway.endpoint(), "", INITIALIZE);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("UPSTREAM_UNAVAILABLE").contains("host name is not known");
        }
    }
}
