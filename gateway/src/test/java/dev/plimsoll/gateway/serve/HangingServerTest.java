package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import dev.plimsoll.testkit.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code plimsoll serve} in front of servers that it has started and that stop answering. */
class HangingServerTest {

    /** A server whose tools {@code hang} and {@code note} block it, the latter after a notification, and whose tool {@code slow} is never answered. */
    private static final String SCRIPT = """
            echo start >> starts
            [ -f hang-at-start ] && rm hang-at-start && exec sleep 60
            while read -r line; do
              id=${line#*'"id":'}
              id=${id%%[,\\}]*}
              case $line in
                *'"server/discover"'*) continue ;;
                *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}' ;;
                *'"ping"'*) result='{}' ;;
                *'"hang"'*) exec sleep 60 ;;
                *'"slow"'*) continue ;;
                *'"note"'*)
                  printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"busy"}}\\n'
                  exec sleep 60 ;;
                *'"id"'*) result='{"content":[{"type":"text","text":"fine"}]}' ;;
                *) continue ;;
              esac
              printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
            done
            """;

    @TempDir
    Path folder;

    private ServeFixture start() throws Exception {
        ServerConfig serverConfig = new ServerConfig(
                "main",
                List.of("bash", "-c", SCRIPT),
                Map.of(),
                folder,
                null,
                Map.of(),
                new TimeoutConfig(Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ZERO),
                null,
                null,
                BreakerConfig.DEFAULT);
        return ServeFixture.of(
                ServeFixture.configuration(folder.resolve("data"), "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                        .with(serverConfig));
    }

    private static String call(ServeFixture gateway, String tool) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI url = URI.create(gateway.baseUrl() + "/api/v1/tools/main/" + tool);
            return http.send(
                            HttpRequest.newBuilder(url)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{}"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        }
    }

    private long starts() throws Exception {
        return Files.readAllLines(folder.resolve("starts")).size();
    }

    @Test
    void restartsServerThatNoLongerAnswers() throws Exception {
        try (ServeFixture gateway = start()) {
            assertThat(call(gateway, "good")).contains("fine");
            assertThat(call(gateway, "hang")).contains("UPSTREAM_TIMEOUT");
            Await.until("the server works again", () -> call(gateway, "good").contains("fine"));
            assertThat(starts()).isEqualTo(2);
            assertThat(gateway.log()).contains("ended a server that hangs");
        }
    }

    @Test
    void endsServerThatHangsAfterANotificationWithoutAnotherCall() throws Exception {
        try (ServeFixture gateway = start()) {
            assertThat(call(gateway, "good")).contains("fine");
            assertThat(call(gateway, "note")).contains("UPSTREAM_TIMEOUT");
            Await.until("the server is ended", () -> gateway.log().contains("ended a server that hangs"));
        }
    }

    @Test
    void keepsServerWhoseToolIsSlow() throws Exception {
        try (ServeFixture gateway = start()) {
            for (int i = 0; i < 5; i++) {
                assertThat(call(gateway, "slow")).contains("UPSTREAM_TIMEOUT");
            }
            assertThat(call(gateway, "good")).contains("fine");
            assertThat(starts()).isEqualTo(1);
        }
    }

    @Test
    void restartsServerThatMissesItsHandshake() throws Exception {
        Files.createFile(folder.resolve("hang-at-start"));
        try (ServeFixture gateway = start()) {
            assertThat(call(gateway, "good")).contains("UPSTREAM_UNAVAILABLE");
            Await.until("the server works", () -> call(gateway, "good").contains("fine"));
            assertThat(starts()).isEqualTo(2);
        }
    }
}
