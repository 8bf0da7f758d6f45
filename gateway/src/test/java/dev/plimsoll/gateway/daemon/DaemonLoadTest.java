package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that sessions with large results and hostile queries do not make other sessions fail in a daemon with a small
 * heap.
 */
class DaemonLoadTest {

    private static final int SESSIONS = 20;
    private static final int FLOODS = 10;

    /**
     * A server whose tool {@code list} returns 120 KB, and whose tool {@code flood} returns 30 MB. Its tool {@code
     * stuck} sends 40 MB of a result, and the rest when a file exists.
     */
    private static final String SERVER = """
            while read -r line; do
              id=${line#*'"id":'}; id=${id%%[,\\}]*}
              case $line in
                *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}\\n' "$id" ;;
                *'"flood"'*)
                  printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"' "$id"
                  head -c 30000000 /dev/zero | tr '\\0' x
                  printf '"}]}}\\n' ;;
                *'"stuck"'*)
                  printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"' "$id"
                  head -c 40000000 /dev/zero | tr '\\0' x
                  touch "$HOME/sent.$$"
                  while [ ! -e "$HOME/release" ]; do sleep 0.1; done
                  printf '"}]}}\\n' ;;
                *'"list"'*)
                  printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"[' "$id"
                  seq 1 6000 | sed 's/.*/{\\\\"id\\\\":&},/' | tr -d '\\n'
                  printf '{}]"}]}}\\n' ;;
              esac
            done
            """;

    private static final List<String> HOSTILE = List.of(
            "last(range(1000000000000))",
            "[limit(100000000; repeat(1))] | length",
            "reduce range(64) as $i (\\\"x\\\"; . + .) | length",
            "reduce range(100000000) as $i ([]; . + [$i]) | length",
            "[range(20000000)] | sort | length");

    @TempDir
    Path folder;

    private DaemonFixture start() throws Exception {
        Path configuration = Files.createDirectories(folder.resolve("plimsoll")).resolve("plimsoll.yaml");
        Files.writeString(configuration, "store:\n  type: memory\n");
        return DaemonFixture.startProcess(folder, "-Xmx512m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    }

    private List<DaemonClient> open(DaemonFixture daemon, int count) throws IOException {
        List<DaemonClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(daemon.open(Map.of("XDG_CONFIG_HOME", folder.toString()), SERVER)
                    .initialize());
        }
        for (DaemonClient client : clients) {
            assertThat(client.line()).contains("protocolVersion");
        }
        return clients;
    }

    private static String cursor(String response) {
        return response.replaceFirst(".*nextCursor\\\\\":\\\\\"([^\\\\]+).*", "$1");
    }

    private static void read(DaemonClient client, int id, String cursor, String query) throws IOException {
        client.sendCall(id, "plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"query\":\"" + query + "\"}");
    }

    /** Calls the tool with large results and sends hostile queries, and returns the ids of all responses. */
    private static CompletableFuture<Set<String>> attack(DaemonClient client) throws IOException {
        String cursor = cursor(client.call(2, "list", "{}"));
        for (int i = 0; i < FLOODS; i++) {
            client.sendCall(100 + i, "flood", "{}");
            read(client, 200 + i, cursor, HOSTILE.get(i % HOSTILE.size()));
        }
        return CompletableFuture.supplyAsync(
                () -> {
                    Set<String> ids = new TreeSet<>();
                    while (ids.size() < 2 * FLOODS) {
                        ids.add(readId(client));
                    }
                    return ids;
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private static String readId(DaemonClient client) {
        try {
            return client.line().replaceFirst(".*?\"id\":([0-9]+).*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void floodOfOneSessionDoesNotFailOtherSessions() throws Exception {
        try (DaemonFixture daemon = start()) {
            List<DaemonClient> others = open(daemon, SESSIONS - 1);
            CompletableFuture<Set<String>> attack = attack(open(daemon, 1).get(0));
            for (int round = 0; round < 3; round++) {
                for (DaemonClient client : others) {
                    String response = client.call(10 + round, "list", "{}");
                    assertThat(response).contains("totalCount\\\":6001").contains("nextCursor");
                    read(client, 20 + round, cursor(response), "length");
                    assertThat(client.line()).contains("6001");
                }
            }
            assertThat(attack.get(120, TimeUnit.SECONDS)).hasSize(2 * FLOODS);
            assertThat(daemon.control().status().get(0).text()).contains("sessions  " + SESSIONS + " now");
        }
    }

    @Test
    void survivesFloodOfAllSessions() throws Exception {
        try (DaemonFixture daemon = start()) {
            List<CompletableFuture<Set<String>>> attacks = new ArrayList<>();
            for (DaemonClient client : open(daemon, 6)) {
                attacks.add(attack(client));
            }
            for (CompletableFuture<Set<String>> attack : attacks) {
                assertThat(attack.get(180, TimeUnit.SECONDS)).hasSize(2 * FLOODS);
            }
            assertThat(daemon.isRunning()).isTrue();
        }
    }

    @Test
    void longMessagesAreRefusedBeforeTheHeapIsFull() throws Exception {
        try (DaemonFixture daemon = start()) {
            List<DaemonClient> clients = open(daemon, 12);
            for (DaemonClient client : clients) {
                client.sendCall(2, "stuck", "{}");
            }
            Await.until(
                    "all servers have sent the beginning", Duration.ofMinutes(1), () -> countSent() == clients.size());
            Files.createFile(folder.resolve("release"));
            List<String> responses = new ArrayList<>();
            for (DaemonClient client : clients) {
                responses.add(client.line());
            }
            assertThat(responses).anyMatch(response -> response.contains("not enough memory"));
            assertThat(daemon.isRunning()).isTrue();
        }
    }

    private int countSent() {
        String[] sent = folder.toFile().list((parent, name) -> name.startsWith("sent."));
        return sent == null ? 0 : sent.length;
    }
}
