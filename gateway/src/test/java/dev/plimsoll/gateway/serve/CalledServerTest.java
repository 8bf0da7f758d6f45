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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code plimsoll serve} in front of HTTP servers, played by another {@code serve}. */
class CalledServerTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
    }

    private ServeFixture inFrontOf(URI url) throws Exception {
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("near"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(ServerConfig.of("far", url)));
    }

    private HttpResponse<String> post(URI address, String session, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private String open(URI address) throws Exception {
        String session = post(address, "", INITIALIZE)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        HttpResponse<String> told =
                post(address, session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(told.statusCode()).isEqualTo(202);
        return session;
    }

    private static String call(int id, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"list\","
                + "\"arguments\":" + arguments + "}}";
    }

    @Test
    void relaysToHttpServer() throws Exception {
        try (ServeFixture far = ServeFixture.fixture(folder.resolve("far"));
                ServeFixture near = inFrontOf(far.address())) {
            String session = open(near.address());
            HttpResponse<String> small = post(near.address(), session, call(1, "{\"count\":2}"));
            assertThat(small.body()).contains("\"id\":1").doesNotContain("_plimsoll");
            HttpResponse<String> big = post(near.address(), session, call(2, "{\"count\":3000}"));
            assertThat(big.body()).contains("\"id\":2").contains("nextCursor");
        }
    }

    @Test
    void lostUpstreamSessionEndsClientSession() throws Exception {
        ServeFixture far = ServeFixture.fixture(folder.resolve("far"));
        URI place = far.address();
        try (ServeFixture near = inFrontOf(place)) {
            String session;
            try (far) {
                session = open(near.address());
            }
            try (ServeFixture again = ServeFixture.of(ServeFixture.configuration(
                            folder.resolve("far"), place.getAuthority(), Bind.CALLER, AccessConfig.open())
                    .with(ServerConfig.of("fixture", List.of("cat"))))) {
                assertThat(again.address()).isEqualTo(place);
                HttpResponse<String> told = post(near.address(), session, call(1, "{\"count\":2}"));
                // a broken connection or stream may be reported before the response that the session no longer exists
                for (int i = 0; i < 5 && told.statusCode() != 404; i++) {
                    assertThat(told.body()).contains("UPSTREAM_UNAVAILABLE");
                    told = post(near.address(), session, call(2, "{}"));
                }
                assertThat(told.statusCode()).isEqualTo(404);
            }
        }
    }

    @Test
    void reportsWhyServerIsUnavailable() throws Exception {
        try (ServeFixture near = inFrontOf(URI.create("http://no-such-host.invalid/mcp"))) {
            HttpResponse<String> told = post(near.address(), "", INITIALIZE);
            assertThat(told.statusCode()).isEqualTo(200);
            assertThat(told.body()).contains("UPSTREAM_UNAVAILABLE").contains("host name is not known");
        }
    }
}
