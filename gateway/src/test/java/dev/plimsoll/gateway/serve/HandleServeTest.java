package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.fixture.FixtureServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tests handles of several callers through {@code plimsoll serve}, in front of two real processes. */
class HandleServeTest {

    /** The member {@code handles} of the telemetry record of a call whose handle was replaced with {@code "900"}. */
    private static final String REPLACED_HANDLES = "{\"count\":1,\"bytes\":5,\"tokens\":3}";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final NewToken ann = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));

    @TempDir
    Path folder;

    private ServeFixture startGateway() throws Exception {
        String settings = "{\"policy\":{\"tokenBudgetThreshold\":300},\"tools\":{\"two/echo\":{\"handles\":\"write\"}},"
                + "\"auth\":{\"tokens\":[{\"id\":\"ann\",\"hash\":\"sha256:" + ann.hash()
                + "\",\"tier\":\"admin\"},{\"id\":\"bob\",\"hash\":\"sha256:" + bob.hash()
                + "\",\"tier\":\"admin\"}]}}";
        ObjectNode file = (ObjectNode) JSON.readTree(settings);
        ObjectNode servers = file.putObject("servers");
        for (String name : new String[] {"one", "two"}) {
            var command = servers.putObject(name).putArray("command");
            // servers with equal commands would share their results
            FixtureServer.command("-Dname=" + name).forEach(command::add);
        }
        Path path = folder.resolve("plimsoll.yaml");
        Files.writeString(path, JSON.writeValueAsString(file));
        return ServeFixture.withFile(folder, path);
    }

    private static JsonNode call(URI address, NewToken token, String tool, Map<String, Object> arguments)
            throws Exception {
        String params = JSON.writeValueAsString(Map.of("name", tool, "arguments", arguments));
        return TokenClient.requestInNewSession(address, token, "tools/call", params);
    }

    private void assertReplacedHandlesAreRecorded(String url, String cursor) throws Exception {
        JsonNode records = TokenClient.get(URI.create(url + "/api/v1/requests?server=two&limit=10"), ann);
        assertThat(records.toString()).doesNotContain(cursor).doesNotContain("arrays|length");
        // the call of the other caller was refused, so its record has no handles
        assertThat(records.get("requests")
                        .valueStream()
                        .map(record -> record.path("handles").toString()))
                .containsExactlyInAnyOrder("", REPLACED_HANDLES, REPLACED_HANDLES);
        JsonNode savings = TokenClient.get(URI.create(url + "/api/v1/savings?by=none"), ann);
        assertThat(savings.at("/total/handles").toString())
                .isEqualTo("{\"calls\":2,\"values\":2,\"bytes\":10,\"tokens\":6}");
    }

    @Test
    void resultsGoFromServerToServerForTheirCallerAlone() throws Exception {
        try (ServeFixture gateway = startGateway()) {
            URI address = URI.create(gateway.baseUrl() + "/mcp");
            String first = call(address, ann, "one__list", Map.of("count", 900))
                    .at("/content/0/text")
                    .asString();
            String cursor = JSON.readTree(first).get("nextCursor").asString();
            Map<String, Object> handle = Map.of("message", "plimsoll:" + cursor + "?query=[..|arrays|length]|max");
            assertThat(call(address, ann, "two__echo", handle).toString()).contains("900");
            assertThat(call(URI.create(gateway.baseUrl() + "/mcp/two"), ann, "echo", handle)
                            .toString())
                    .contains("900");
            JsonNode answerToBob = call(address, bob, "two__echo", handle);
            assertThat(answerToBob.toString()).contains("CURSOR_INVALID").contains("argument /message");
            assertReplacedHandlesAreRecorded(gateway.baseUrl(), cursor);
            // no rule allows handles in calls of the first server, so the argument stays as it is
            assertThat(call(address, ann, "one__echo", handle).toString()).contains("plimsoll:" + cursor);
        }
    }
}
