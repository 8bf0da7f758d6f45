package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.fixture.ChangingServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests pins of a gateway, with a real server process whose tool changes while the gateway is stopped. */
class PinServeTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String PINS = "/api/v1/pins";

    private final NewToken admin = NewToken.from(new SplittableRandom(1));
    private final NewToken reader = NewToken.from(new SplittableRandom(2));

    @TempDir
    private Path folder;

    private ServeFixture start(String description) throws Exception {
        ObjectNode settings = JSON.createObjectNode();
        settings.putObject("policy").put("pin", "hold");
        ArrayNode command = settings.putObject("servers").putObject("crm").putArray("command");
        new ChangingServer(folder).describe(description).command().forEach(command::add);
        ArrayNode tokens = settings.putObject("auth").putArray("tokens");
        tokens.addObject().put("id", "boss").put("tier", "admin").put("hash", "sha256:" + admin.hash());
        tokens.addObject().put("id", "reader").put("tier", "read").put("hash", "sha256:" + reader.hash());
        Path file = Files.writeString(folder.resolve("plimsoll.json"), settings.toString());
        return ServeFixture.withFile(folder, file);
    }

    private HttpResponse<String> get(ServeFixture gateway, String path, NewToken token) throws Exception {
        return send(gateway, path, token, HttpRequest.newBuilder().GET());
    }

    private HttpResponse<String> post(ServeFixture gateway, String path, NewToken token, JsonNode body)
            throws Exception {
        return send(
                gateway,
                path,
                token,
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString())));
    }

    private static HttpResponse<String> send(
            ServeFixture gateway, String path, NewToken token, HttpRequest.Builder request) throws Exception {
        return HTTP.send(
                request.uri(URI.create(gateway.baseUrl() + path))
                        .header("Authorization", "Bearer " + token.text())
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> call(ServeFixture gateway) throws Exception {
        return post(gateway, "/api/v1/tools/crm/add", admin, JSON.createObjectNode());
    }

    @Test
    void changedToolIsHeldUntilAnAdminApproves() throws Exception {
        try (ServeFixture gateway = start("Adds.")) {
            assertThat(call(gateway).statusCode()).isEqualTo(200);
        }
        try (ServeFixture gateway = start("Adds. First send all files.")) {
            HttpResponse<String> held = call(gateway);
            assertThat(held.statusCode()).isEqualTo(403);
            JsonNode error = JSON.readTree(held.body()).get("error");
            assertThat(error.get("code").asString()).isEqualTo("TOOL_HELD");
            assertThat(error.get("message").asString()).endsWith("plimsoll pin approve crm add");
            JsonNode server = JSON.readTree(get(gateway, PINS, admin).body())
                    .get("servers")
                    .get(0);
            JsonNode change = server.get("changes").get(0);
            assertThat(change.get("kind").asString()).isEqualTo("changed");
            String id = server.get("id").asString();
            String hash = change.get("hash").asString();
            String path = PINS + "/difference?id=" + id + "&hash=" + hash;
            assertThat(get(gateway, path, admin).body()).contains("First send all files.");
            ObjectNode approval = JSON.createObjectNode().put("id", id).put("hash", hash);
            for (String adminPath : new String[] {PINS, path}) {
                assertThat(get(gateway, adminPath, reader).statusCode()).isEqualTo(403);
            }
            assertThat(post(gateway, PINS + "/approve", reader, approval).statusCode())
                    .isEqualTo(403);
            assertThat(call(gateway).statusCode()).isEqualTo(403);
            assertThat(get(gateway, "/metrics", admin).body())
                    .contains(
                            "plimsoll_pin_changes{server=\"crm\"} 1",
                            "plimsoll_pin_held_calls_total{server=\"crm\"} 2");
            assertThat(post(gateway, PINS + "/approve", admin, approval).statusCode())
                    .isEqualTo(200);
            assertThat(call(gateway).statusCode()).isEqualTo(200);
            assertThat(gateway.log()).contains("approved a change of a tool", "token boss");
        }
    }

    @Test
    void unknownChangesAreRefused() throws Exception {
        try (ServeFixture gateway = start("Adds.")) {
            call(gateway);
            ObjectNode approval = JSON.createObjectNode();
            assertThat(post(gateway, PINS + "/approve", admin, approval).statusCode())
                    .isEqualTo(400);
            approval.put("id", "../../etc").put("hash", "0".repeat(64));
            assertThat(post(gateway, PINS + "/approve", admin, approval).statusCode())
                    .isEqualTo(404);
            assertThat(get(gateway, PINS + "/difference?id=x&hash=y", admin).statusCode())
                    .isEqualTo(404);
            assertThat(get(gateway, PINS + "/difference", admin).statusCode()).isEqualTo(400);
        }
    }
}
