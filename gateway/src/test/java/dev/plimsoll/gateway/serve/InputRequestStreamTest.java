package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests that a client without a {@code GET} stream gets the input requests of a server, however early they arrive. */
class InputRequestStreamTest {

    private static final int CALLS = 20;

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
    }

    private HttpResponse<Stream<String>> post(URI url, String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofLines());
    }

    private static JsonNode nextMessage(Iterator<String> lines) {
        while (lines.hasNext()) {
            String line = lines.next();
            if (line.startsWith("data: {")) {
                return JsonMapper.shared().readTree(line.substring(6));
            }
        }
        throw new AssertionError("the stream ended without a further message");
    }

    @Timeout(120)
    @ParameterizedTest
    @CsvSource({"false, ''", "true, ''", "true, fixture__", "false, fixture__"})
    void sendsInputRequestOnTheStreamOfItsCall(boolean isModern, String prefix) throws Exception {
        try (ServeFixture gateway = ServeFixture.withCommand(
                data, 20, SharingConfig.defaults(), isModern ? FixtureServer.modernOnly() : FixtureServer.command())) {
            URI url = prefix.isEmpty() ? gateway.endpoint() : URI.create(gateway.baseUrl() + "/mcp");
            String session = post(
                            url,
                            "",
                            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                    + "\"2025-06-18\",\"capabilities\":{\"elicitation\":{}}}}")
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            post(url, session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            for (int i = 1; i <= CALLS; i++) {
                Iterator<String> lines = post(
                                url,
                                session,
                                "{\"jsonrpc\":\"2.0\",\"id\":" + i
                                        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + prefix
                                        + "ask\",\"arguments\":{\"what\":\"elicitation\"}}}")
                        .body()
                        .iterator();
                JsonNode inputRequest = nextMessage(lines);
                assertThat(inputRequest.path("method").asString()).isEqualTo("elicitation/create");
                post(
                        url,
                        session,
                        "{\"jsonrpc\":\"2.0\",\"id\":" + inputRequest.get("id")
                                + ",\"result\":{\"action\":\"accept\",\"content\":{\"depth\":6.5}}}");
                assertThat(nextMessage(lines).toString()).contains("6.5");
            }
        }
    }
}
