package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the dashboard and the HTTP requests that it makes, with a real process behind the gateway. */
class DashboardTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private static HttpResponse<String> get(ServeFixture gateway, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path));
        return HTTP.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    private static JsonNode json(ServeFixture gateway, String path) throws Exception {
        return JsonMapper.shared().readTree(get(gateway, path).body());
    }

    private static void call(ServeFixture gateway, String tool, String arguments) throws Exception {
        HTTP.send(
                HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/tools/fixture/" + tool))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(arguments))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void pageHasNothingInlineAndForbidsFraming() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            HttpResponse<String> page = get(gateway, "/");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
            assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(page.body())
                    .contains("/dashboard/app.js")
                    .doesNotContain("<style", " style=", "http:", "https:");
            assertThat(get(gateway, "/dashboard/app.js").headers().firstValue("Content-Type"))
                    .hasValue("text/javascript; charset=utf-8");
            assertThat(get(gateway, "/dashboard/Site.class").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @Timeout(60)
    @SuppressWarnings("try") // the test closes the gateway while a client is listening
    void streamsRequestsAndEndsWithGateway() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            HttpRequest liveRequest = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/live"))
                    .build();
            HttpResponse<InputStream> stream = HTTP.send(liveRequest, BodyHandlers.ofInputStream());
            assertThat(stream.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).isEqualTo("event: begin");
                call(gateway, "list", "{}");
                String line = lines.readLine();
                while (!line.equals("event: requests")) {
                    line = lines.readLine();
                }
                assertThat(lines.readLine()).contains("\"tool\":\"list\"");
                gateway.close();
                while (line != null && !line.equals("event: end")) {
                    line = lines.readLine();
                }
                assertThat(line).isEqualTo("event: end");
            }
        }
    }

    @Test
    void servesStatusAndConfiguration() throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            JsonNode status = json(gateway, "/api/v1/status");
            assertThat(status.at("/servers/0/name").asString()).isEqualTo("fixture");
            assertThat(status.at("/settings/budget").asString()).isEqualTo("4000");
            assertThat(status.at("/store/type").asString()).isEqualTo("memory");
            assertThat(json(gateway, "/api/v1/config")
                            .at("/configuration/policy/estimatorSampling")
                            .asString())
                    .isEqualTo("1%");
        }
    }

    @ParameterizedTest
    @CsvSource({"/,200,200,200", "/api/v1/live,401,403,0", "/api/v1/status,401,403,200", "/api/v1/config,401,403,200"})
    void dataRequiresTierAdmin(String path, int anonymousStatus, int readerStatus, int adminStatus) throws Exception {
        NewToken admin = NewToken.from(new SplittableRandom(1));
        NewToken reader = NewToken.from(new SplittableRandom(2));
        AccessConfig accessConfig = ServeFixture.access(admin, reader);
        try (ServeFixture gateway =
                ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, accessConfig)
                        .with(ServerConfig.of("fixture", FixtureServer.command())))) {
            assertThat(get(gateway, path).statusCode()).isEqualTo(anonymousStatus);
            assertThat(get(gateway, path, "Authorization", "Bearer " + reader.text())
                            .statusCode())
                    .isEqualTo(readerStatus);
            // 0 stands for an event stream, which would not end
            if (adminStatus > 0) {
                assertThat(get(gateway, path, "Authorization", "Bearer " + admin.text())
                                .statusCode())
                        .isEqualTo(adminStatus);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"GET,405", "POST,415"})
    void playgroundAcceptsOnlyJson(String method, int status) throws Exception {
        try (ServeFixture gateway = ServeFixture.withFixtureServer(folder)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/playground"))
                    .method(method, BodyPublishers.ofString("{\"payload\":\"x\"}"))
                    .build();
            assertThat(HTTP.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(status);
        }
    }
}
