package dev.plimsoll.gateway.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the server of {@code plimsoll try --show}. */
@NullMarked
class PreviewServerTest {

    private static PreviewServer open(@Nullable String path, @Nullable String query) throws IOException {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", "{\"total\":3,\"rows\":[{\"a\":1},{\"a\":2},{\"a\":3}]}");
        Slice result = json.endObject().endArray().endObject().slice();
        return PreviewServer.open(result, "rows.json", Policy.defaults(), path, query);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private static HttpResponse<String> get(PreviewServer server, String file) throws Exception {
        return send(HttpRequest.newBuilder(server.address().resolve(file)));
    }

    private static JsonNode call(PreviewServer server, String arguments) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve("call"));
        return JsonMapper.shared()
                .readTree(send(request.POST(BodyPublishers.ofString(arguments))).body());
    }

    @Test
    void servesHostPageAndApp() throws Exception {
        try (PreviewServer server = open(null, null)) {
            assertThat(server.address().getHost()).isEqualTo("127.0.0.1");
            assertThat(get(server, "").body()).contains("plimsoll try");
            HttpResponse<String> app = get(server, "app");
            assertThat(app.body()).isEqualTo(AppPageFile.html().utf8());
            assertThat(app.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .startsWith("sandbox allow-scripts; default-src 'none'");
            assertThat(app.headers().firstValue("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void readsResultInParts() throws Exception {
        try (PreviewServer server = open("/rows", null)) {
            JsonNode shown = JsonMapper.shared().readTree(get(server, "result").body());
            JsonNode app = shown.at("/_meta/dev.plimsoll~1app");
            assertThat(app.get("totalCount").asInt()).isEqualTo(3);
            assertThat(app.get("tool").asString()).isEqualTo("rows.json");
            String cursor = app.get("cursor").asString();
            JsonNode read = call(server, "{\"cursor\":\"" + cursor + "\",\"path\":\"/rows\",\"from\":1}");
            assertThat(read.at("/structuredContent/items").toString()).isEqualTo("[{\"a\":2},{\"a\":3}]");
            assertThat(call(server, "{\"cursor\":\"" + cursor + "\",\"query\":\".[\"}")
                            .toString())
                    .contains("QUERY_INVALID");
            assertThat(call(server, "nonsense").toString()).contains("INVALID_REQUEST");
        }
    }

    @Test
    void refusesWrongSelectionBeforeItServes() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> open("/nothing", null).close())
                .withMessageContaining("/nothing");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> open(null, ".[").close());
    }

    @Test
    void servesOnlyItsSecretAddress() throws Exception {
        try (PreviewServer server = open(null, null)) {
            URI guessed = server.address().resolve("/00000000000000000000000000000000/result");
            assertThat(send(HttpRequest.newBuilder(guessed)).statusCode()).isEqualTo(404);
            assertThat(get(server, "/").statusCode()).isEqualTo(404);
            assertThat(get(server, "nothing").statusCode()).isEqualTo(404);
            // DNS rebinding: the host name of another site resolves to this machine
            try (Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(), server.address().getPort())) {
                String request = "GET " + server.address().getPath()
                        + "result HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                InputStream in = socket.getInputStream();
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 404");
            }
        }
    }
}
