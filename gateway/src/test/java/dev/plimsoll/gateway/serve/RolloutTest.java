package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.rollout.RollbackRule;
import dev.plimsoll.gateway.rollout.RollbackService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests rollouts over HTTP, with a real process behind the gateway. */
@Timeout(120)
class RolloutTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String CALL = "{\"name\":\"list\",\"arguments\":{\"count\":800}}";
    private static final Pattern CURSOR = Pattern.compile("nextCursor[\\\\]*\":[\\\\]*\"([A-Za-z0-9_-]{48})");

    @TempDir
    private Path folder;

    private ServeFixture served(String settings) throws Exception {
        return ServeFixture.withFile(
                folder,
                Files.writeString(
                        folder.resolve("plimsoll.json"), ServeFixture.settings(settings, IsolationMode.SHARED)));
    }

    private static String session(ServeFixture serveFixture) throws Exception {
        HttpRequest opening = request(
                        serveFixture,
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}")
                .build();
        return HTTP.send(opening, BodyHandlers.ofString())
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static HttpRequest.Builder request(ServeFixture serveFixture, String method, String params) {
        return HttpRequest.newBuilder(serveFixture.address())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}"));
    }

    private static String send(ServeFixture serveFixture, String session, String method, String params)
            throws Exception {
        HttpRequest request = request(serveFixture, method, params)
                .header("Mcp-Session-Id", session)
                .header("MCP-Protocol-Version", "2025-11-25")
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }

    private static JsonNode get(ServeFixture serveFixture, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(serveFixture.base() + path)).build();
        return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }

    /** The answers of an unguarded server. */
    private static final class UnguardedAnswers {
        final String list;
        final String call;

        UnguardedAnswers(ServeFixture serveFixture) throws Exception {
            String session = session(serveFixture);
            list = send(serveFixture, session, "tools/list", "{}");
            call = send(serveFixture, session, "tools/call", CALL);
        }
    }

    @Test
    void offAndShadowPassResultsUnchanged() throws Exception {
        UnguardedAnswers off;
        try (ServeFixture serveFixture = served("{\"rollout\":{\"mode\":\"off\"}}")) {
            off = new UnguardedAnswers(serveFixture);
            assertThat(off.list).doesNotContain("plimsoll");
            assertThat(off.call).doesNotContain("plimsoll", "_meta");
            assertThat(get(serveFixture, "/api/v1/requests")
                            .at("/requests/0/originalTokens")
                            .asLong())
                    .isGreaterThan(4_000);
            assertThat(get(serveFixture, "/api/v1/requests")
                            .at("/requests/0/arm")
                            .isNull())
                    .isTrue();
        }
        try (ServeFixture serveFixture = served("{\"rollout\":{\"mode\":\"shadow\"}}")) {
            UnguardedAnswers shadow = new UnguardedAnswers(serveFixture);
            assertThat(shadow.list).isEqualTo(off.list);
            assertThat(shadow.call).isEqualTo(off.call);
            JsonNode row = get(serveFixture, "/api/v1/requests?arm=shadow").at("/requests/0");
            assertThat(row.get("outcome").asString()).isEqualTo("passed");
            assertThat(row.at("/wouldHave/outcome").asString()).isEqualTo("paginated");
            assertThat(row.at("/wouldHave/estimatedTokens").asLong()).isBetween(100L, 4_000L);
            JsonNode savings = get(serveFixture, "/api/v1/savings?by=none");
            assertThat(savings.at("/total/savedTokens").asLong()).isZero();
            assertThat(savings.at("/total/shadow/wouldHaveSavedTokens").asLong())
                    .isGreaterThan(1_000);
            assertThat(savings.at("/activeCursors").asLong()).isZero();
            assertThat(serveFixture.log()).contains("arm=shadow wouldBe=paginated");
        }
    }

    @Test
    void splitsSessionsAndComparesArms() throws Exception {
        try (ServeFixture serveFixture = served("{\"rollout\":{\"mode\":\"ab\"}}")) {
            int guarded = 0;
            for (int i = 0; i < 60; i++) {
                String session = session(serveFixture);
                assertThat(send(serveFixture, session, "tools/list", "{}")).contains("plimsoll_read");
                String first = send(serveFixture, session, "tools/call", CALL);
                Matcher cursor = CURSOR.matcher(first);
                if (cursor.find()) {
                    guarded++;
                    send(
                            serveFixture,
                            session,
                            "tools/call",
                            "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group(1) + "\"}}");
                }
                String second = send(serveFixture, session, "tools/call", CALL);
                assertThat(CURSOR.matcher(second).find())
                        .isEqualTo(CURSOR.matcher(first).find());
            }
            assertThat(guarded).isBetween(12, 48);
            JsonNode total = get(serveFixture, "/api/v1/ab").get("total");
            assertThat(total.at("/protected/units").asInt()).isEqualTo(guarded);
            assertThat(total.at("/control/requests").asInt()).isEqualTo(120 - 2 * guarded);
            assertThat(total.get("tooLittle").isNull()).as("%s", total).isTrue();
            assertThat(total.at("/metrics/tokensPerAnswer/high").asDouble()).isNegative();
            assertThat(total.at("/metrics/followUpsPerCall/protected").asDouble())
                    .isEqualTo(0.5);
            assertThat(total.at("/metrics/followUpsPerCall/control").asDouble()).isZero();
        }
    }

    /** Checks that requests without a session or caller are not all one unit. */
    @Test
    void splitsByTraceOrRequestWithoutSession() throws Exception {
        try (ServeFixture serveFixture = served("{\"rollout\":{\"mode\":\"ab\"}}")) {
            int[] guarded = new int[2];
            for (int i = 0; i < 60; i++) {
                String trace = String.format("00-%032x-00000000000000ab-01", 77 + i);
                boolean first = isGuardedForModernClient(serveFixture, trace);
                assertThat(isGuardedForModernClient(serveFixture, trace)).isEqualTo(first);
                guarded[0] += first ? 1 : 0;
                guarded[1] += isGuardedForModernClient(serveFixture, "") ? 1 : 0;
            }
            assertThat(guarded[0]).isBetween(10, 50);
            assertThat(guarded[1]).isBetween(10, 50);
        }
    }

    private static boolean isGuardedForModernClient(ServeFixture serveFixture, String trace) throws Exception {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}"
                + (trace.isEmpty() ? "" : ",\"traceparent\":\"" + trace + "\"") + "}";
        HttpRequest request = request(
                        serveFixture, "tools/call", CALL.substring(0, CALL.length() - 1) + "," + meta + "}")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", "tools/call")
                .header("Mcp-Name", "list")
                .build();
        String answer = HTTP.send(request, BodyHandlers.ofString()).body();
        assertThat(answer).contains("\"content\"");
        return CURSOR.matcher(answer).find();
    }

    @Test
    void rollbackActsAtOnceAndCursorsStayReadable() throws Exception {
        try (ServeFixture serveFixture = served("{}")) {
            String session = session(serveFixture);
            String before = send(serveFixture, session, "tools/call", CALL);
            Matcher cursor = CURSOR.matcher(before);
            assertThat(cursor.find()).isTrue();
            RollbackService taking = RollbackService.forDataFolder(folder.resolve("data"), System.err);
            taking.rollBack(new RollbackRule("fixture/*", Instant.now(), "anna", null, "test"));
            await(serveFixture, session, false);
            assertThat(send(serveFixture, session, "tools/list", "{}")).doesNotContain("plimsoll");
            assertThat(send(
                            serveFixture,
                            session,
                            "tools/call",
                            "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group(1) + "\"}}"))
                    .contains("items");
            assertThat(get(serveFixture, "/api/v1/rollout").at("/back/0/by").asString())
                    .isEqualTo("anna");
            taking.resume(null, "anna");
            await(serveFixture, session, true);
            assertThat(serveFixture.log()).contains("protection rolled back tools=fixture/* by=anna");
        }
    }

    private static void await(ServeFixture serveFixture, String session, boolean guarded) throws Exception {
        for (int i = 0; i < 400; i++) {
            if (CURSOR.matcher(send(serveFixture, session, "tools/call", CALL)).find() == guarded) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("nothing has changed; log: " + serveFixture.log());
    }
}
