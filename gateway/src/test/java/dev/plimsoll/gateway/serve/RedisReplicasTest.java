package dev.plimsoll.gateway.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.testkit.Await;
import dev.plimsoll.testkit.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests two processes of {@code plimsoll serve} that share a cursor key and a Redis server. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RedisReplicasTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
    private static final String KEY = "only for this test, and the same for both replicas";
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void replicasReadEachOthersSnapshots() throws Exception {
        try (RedisServer redis = RedisServer.start(folder);
                Replica first = replica("one", redis);
                Replica second = replica("other", redis)) {
            String cursor = cursor(first.list());
            String next = cursor(second.read(cursor));
            assertThat(next).isNotEqualTo(cursor);
            assertThat(cursor(first.read(next))).isNotEqualTo(next);
            assertThat(first.read(cursor))
                    .as("the same page from both replicas")
                    .isEqualTo(second.read(cursor));
        }
    }

    @Test
    void reportsRedisOutageAndRecovers() throws Exception {
        try (RedisServer redis = RedisServer.start(folder);
                Replica first = replica("one", redis);
                Replica second = replica("other", redis)) {
            String cursor = cursor(first.list());
            assertThat(first.health()).isEqualTo("up");
            redis.kill();
            JsonNode read = second.read(cursor);
            assertThat(read.get("isError").asBoolean()).isTrue();
            assertThat(read.toString()).contains("INTERNAL_ERROR", "temporarily unavailable", "the same cursor");
            assertThat(second.readAtHub(cursor).toString()).contains("temporarily unavailable");
            JsonNode shortenedAnswer = first.list();
            assertThat(shortenedAnswer.path("isError").asBoolean(false))
                    .as("onFailure: cut")
                    .isFalse();
            assertThat(shortenedAnswer.toString()).contains("could not be stored");
            assertThat(first.health()).isEqualTo("degraded");
            assertThat(first.get("/health")).contains("results are not stored as configured: Redis");
            assertThat(first.metric("plimsoll_store_degraded")).isEqualTo("1");
            redis.restart();
            // each replica notices the restart within a second
            Await.until(
                    "the first replica can store results again",
                    () -> !first.list().toString().contains("could not be stored"));
            Await.until(
                    "the second replica can read again",
                    () -> !second.read(cursor).toString().contains("temporarily unavailable"));
            assertThat(second.read(cursor).toString())
                    .as("the restarted Redis has lost the snapshot")
                    .contains("CURSOR_EXPIRED");
            assertThat(cursor(second.read(cursor(first.list())))).isNotEmpty();
            Await.until(
                    "the first replica is healthy again", () -> first.health().equals("up"));
        }
    }

    @Test
    void reportsRedisWithoutMemory() throws Exception {
        try (RedisServer redis = RedisServer.start(folder, "--maxmemory", "20mb");
                Replica replica = replica("one", redis)) {
            cursor(replica.list());
            assertThat(replica.health()).isEqualTo("up");
            setMemory(redis, "1mb");
            assertThat(replica.list().toString()).contains("could not be stored");
            assertThat(replica.health()).isEqualTo("degraded");
            assertThat(replica.get("/health")).contains("Redis is out of memory");
            assertThat(replica.metric("plimsoll_store_degraded")).isEqualTo("1");
            setMemory(redis, "20mb");
            cursor(replica.list());
            assertThat(replica.health()).isEqualTo("up");
            assertThat(replica.get("/health")).doesNotContain("reasons");
        }
    }

    private static void setMemory(RedisServer redis, String size) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
            socket.getOutputStream().write(("CONFIG SET maxmemory " + size + "\r\n").getBytes(US_ASCII));
            assertThat(socket.getInputStream().readNBytes(3)).asString(US_ASCII).isEqualTo("+OK");
        }
    }

    @Test
    void keyRotationKeepsCursorsValid() throws Exception {
        String newKey = "another key, just as long as it has to be";
        try (RedisServer redis = RedisServer.start(folder);
                Replica oldKeyFirst = replica("before", redis, KEY, newKey);
                Replica newKeyFirst = replica("after", redis, newKey, KEY)) {
            String cursor = cursor(oldKeyFirst.list());
            assertThat(cursor(oldKeyFirst.read(cursor(newKeyFirst.read(cursor)))))
                    .isNotEmpty();
            assertThat(cursor(oldKeyFirst.readAtHub(cursor(newKeyFirst.list())).get("result")))
                    .isNotEmpty();
        }
    }

    @Test
    void startsWithoutRedis() throws Exception {
        RedisServer redis = RedisServer.start(folder);
        redis.kill();
        try (redis;
                Replica first = replica("one", redis)) {
            assertThat(first.list().toString()).contains("could not be stored");
            assertThat(first.health()).isEqualTo("degraded");
            redis.restart();
            Await.until(
                    "the replica can store results",
                    () -> !first.list().toString().contains("could not be stored"));
            assertThat(cursor(first.read(cursor(first.list())))).isNotEmpty();
        }
    }

    private static String cursor(JsonNode result) {
        String cursor = result.at("/structuredContent/nextCursor").asString("");
        assertThat(cursor).as(result.toString()).isNotEmpty();
        return cursor;
    }

    private Replica replica(String name, RedisServer redis) throws Exception {
        return replica(name, redis, KEY, KEY);
    }

    private Replica replica(String name, RedisServer redis, String key, String previousKey) throws Exception {
        Path replicaFolder = Files.createDirectories(folder.resolve(name));
        Path config = Files.writeString(
                replicaFolder.resolve("plimsoll.json"),
                JsonMapper.shared()
                        .writeValueAsString(Map.of(
                                "listen",
                                "127.0.0.1:0",
                                "servers",
                                Map.of("fixture", Map.of("command", FixtureServer.command())),
                                "store",
                                Map.of("type", "redis"),
                                "redis",
                                Map.of("url", redis.url(), "timeout", "500ms"),
                                "cursor",
                                Map.of("key", "${REPLICAS_KEY}", "previousKeys", List.of("${OTHER_KEY}")))));
        List<String> command = new ArrayList<>(FixtureServer.command());
        command.set(command.size() - 1, Main.class.getName());
        command.addAll(List.of("serve", "--config", config.toString(), "--data", replicaFolder.toString()));
        ProcessBuilder serve = new ProcessBuilder(command).redirectErrorStream(false);
        serve.environment().put("REPLICAS_KEY", key);
        serve.environment().put("OTHER_KEY", previousKey);
        return new Replica(serve.start());
    }

    /** A process of {@code plimsoll serve}, and a client with one session. */
    private static final class Replica implements AutoCloseable {

        private final HttpClient http = HttpClient.newHttpClient();
        private final Process serve;
        private final URI address;
        private final String session;

        Replica(Process serve) throws Exception {
            this.serve = serve;
            BufferedReader errorOutput = serve.errorReader();
            String line = errorOutput.readLine();
            while (line != null && !line.contains("/mcp/fixture")) {
                line = errorOutput.readLine();
            }
            address = URI.create(String.valueOf(line).replaceAll(".* at=(\\S+).*", "$1"));
            Thread drainThread = new Thread(() -> drain(errorOutput));
            drainThread.setDaemon(true);
            drainThread.start();
            session =
                    post(INITIALIZE, "").headers().firstValue("Mcp-Session-Id").orElseThrow();
        }

        private static void drain(BufferedReader errorOutput) {
            try {
                while (errorOutput.readLine() != null) {
                    // read all output, because a full pipe would block the process
                }
            } catch (IOException e) {
                // the process has ended
            }
        }

        private HttpResponse<String> post(String body, String session) throws Exception {
            return post(address, body, session);
        }

        private HttpResponse<String> post(URI url, String body, String session) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(url)
                    .timeout(RESPONSE_TIMEOUT)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(BodyPublishers.ofString(body));
            HttpRequest requestInSession = session.isEmpty()
                    ? request.build()
                    : request.header("Mcp-Session-Id", session).build();
            return http.send(requestInSession, BodyHandlers.ofString());
        }

        private String get(String path) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                    .timeout(RESPONSE_TIMEOUT)
                    .build();
            return http.send(request, BodyHandlers.ofString()).body();
        }

        private JsonNode call(String tool, String arguments) throws Exception {
            String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                    + "\",\"arguments\":" + arguments + "}}";
            return JsonMapper.shared().readTree(post(body, session).body()).get("result");
        }

        JsonNode list() throws Exception {
            return call("list", "{\"count\":3000}");
        }

        JsonNode read(String cursor) throws Exception {
            return call("plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
        }

        /** Reads a cursor at the hub, which has to find the server of the cursor, and returns the whole response. */
        JsonNode readAtHub(String cursor) throws Exception {
            URI hub = address.resolve("/mcp");
            String session = post(hub, INITIALIZE, "")
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            String body =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"plimsoll_read\","
                            + "\"arguments\":{\"cursor\":\"" + cursor + "\"}}}";
            return JsonMapper.shared().readTree(post(hub, body, session).body());
        }

        String health() throws Exception {
            return JsonMapper.shared().readTree(get("/health")).get("status").asString();
        }

        String metric(String name) throws Exception {
            return get("/metrics")
                    .lines()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> line.substring(name.length() + 1))
                    .findFirst()
                    .orElse("");
        }

        @Override
        public void close() {
            serve.destroy();
            serve.onExit().orTimeout(20, TimeUnit.SECONDS).join();
            http.close();
        }
    }
}
