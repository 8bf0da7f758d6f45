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

    private ServeFixture startGateway(String settings) throws Exception {
        return ServeFixture.withFile(
                folder,
                Files.writeString(
                        folder.resolve("plimsoll.json"),
                        ServeFixture.configurationText(settings, IsolationMode.SHARED)));
    }

    private static String openSession(ServeFixture gateway) throws Exception {
        HttpRequest initialize = request(
                        gateway,
                        "initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}")
                .build();
        return HTTP.send(initialize, BodyHandlers.ofString())
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static HttpRequest.Builder request(ServeFixture gateway, String method, String params) {
        return HttpRequest.newBuilder(gateway.endpoint())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}"));
    }

    private static String send(ServeFixture gateway, String session, String method, String params) throws Exception {
        HttpRequest request = request(gateway, method, params)
                .header("Mcp-Session-Id", session)
                .header("MCP-Protocol-Version", "2025-11-25")
                .build();
        return HTTP.send(request, BodyHandlers.ofString()).body();
    }

    private static JsonNode get(ServeFixture gateway, String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path)).build();
        return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    }

    /** The answers of the gateway in a new session. */
    private static final class SessionAnswers {
        final String list;
        final String call;

        SessionAnswers(ServeFixture gateway) throws Exception {
            String session = openSession(gateway);
            list = send(gateway, session, "tools/list", "{}");
            call = send(gateway, session, "tools/call", CALL);
        }
    }

    @Test
    void offAndShadowPassResultsUnchanged() throws Exception {
        SessionAnswers off;
        try (ServeFixture gateway = startGateway("{\"rollout\":{\"mode\":\"off\"}}")) {
            off = new SessionAnswers(gateway);
            assertThat(off.list).doesNotContain("plimsoll");
            assertThat(off.call).doesNotContain("plimsoll", "_meta");
            assertThat(get(gateway, "/api/v1/requests")
                            .at("/requests/0/originalTokens")
                            .asLong())
                    .isGreaterThan(4_000);
            assertThat(get(gateway, "/api/v1/requests").at("/requests/0/arm").isNull())
                    .isTrue();
        }
        try (ServeFixture gateway = startGateway("{\"rollout\":{\"mode\":\"shadow\"}}")) {
            SessionAnswers shadow = new SessionAnswers(gateway);
            assertThat(shadow.list).isEqualTo(off.list);
            assertThat(shadow.call).isEqualTo(off.call);
            JsonNode record = get(gateway, "/api/v1/requests?arm=shadow").at("/requests/0");
            assertThat(record.get("outcome").asString()).isEqualTo("passed");
            assertThat(record.at("/wouldHave/outcome").asString()).isEqualTo("paginated");
            assertThat(record.at("/wouldHave/estimatedTokens").asLong()).isBetween(100L, 4_000L);
            JsonNode savings = get(gateway, "/api/v1/savings?by=none");
            assertThat(savings.at("/total/savedTokens").asLong()).isZero();
            assertThat(savings.at("/total/shadow/wouldHaveSavedTokens").asLong())
                    .isGreaterThan(1_000);
            assertThat(savings.at("/activeCursors").asLong()).isZero();
            assertThat(gateway.log()).contains("arm=shadow wouldBe=paginated");
        }
    }

    @Test
    void splitsSessionsAndComparesArms() throws Exception {
        try (ServeFixture gateway = startGateway("{\"rollout\":{\"mode\":\"ab\"}}")) {
            int protectedSessions = 0;
            for (int i = 0; i < 60; i++) {
                String session = openSession(gateway);
                assertThat(send(gateway, session, "tools/list", "{}")).contains("plimsoll_read");
                String first = send(gateway, session, "tools/call", CALL);
                Matcher cursor = CURSOR.matcher(first);
                if (cursor.find()) {
                    protectedSessions++;
                    send(
                            gateway,
                            session,
                            "tools/call",
                            "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group(1) + "\"}}");
                }
                String second = send(gateway, session, "tools/call", CALL);
                assertThat(CURSOR.matcher(second).find())
                        .isEqualTo(CURSOR.matcher(first).find());
            }
            assertThat(protectedSessions).isBetween(12, 48);
            JsonNode total = get(gateway, "/api/v1/ab").get("total");
            assertThat(total.at("/protected/units").asInt()).isEqualTo(protectedSessions);
            assertThat(total.at("/control/requests").asInt()).isEqualTo(120 - 2 * protectedSessions);
            assertThat(total.get("tooLittle").isNull()).as("%s", total).isTrue();
            assertThat(total.at("/metrics/tokensPerAnswer/high").asDouble()).isNegative();
            assertThat(total.at("/metrics/followUpsPerCall/protected").asDouble())
                    .isEqualTo(0.5);
            assertThat(total.at("/metrics/followUpsPerCall/control").asDouble()).isZero();
        }
    }

    /** Checks that requests without a session are assigned to an arm by their trace, or individually. */
    @Test
    void splitsByTraceOrRequestWithoutSession() throws Exception {
        try (ServeFixture gateway = startGateway("{\"rollout\":{\"mode\":\"ab\"}}")) {
            int protectedWithTrace = 0;
            int protectedWithoutTrace = 0;
            for (int i = 0; i < 60; i++) {
                String trace = String.format("00-%032x-00000000000000ab-01", 77 + i);
                boolean isProtected = isProtectedForModernClient(gateway, trace);
                assertThat(isProtectedForModernClient(gateway, trace)).isEqualTo(isProtected);
                protectedWithTrace += isProtected ? 1 : 0;
                protectedWithoutTrace += isProtectedForModernClient(gateway, "") ? 1 : 0;
            }
            assertThat(protectedWithTrace).isBetween(10, 50);
            assertThat(protectedWithoutTrace).isBetween(10, 50);
        }
    }

    private static boolean isProtectedForModernClient(ServeFixture gateway, String trace) throws Exception {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}"
                + (trace.isEmpty() ? "" : ",\"traceparent\":\"" + trace + "\"") + "}";
        HttpRequest request = request(gateway, "tools/call", CALL.substring(0, CALL.length() - 1) + "," + meta + "}")
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
        try (ServeFixture gateway = startGateway("{}")) {
            String session = openSession(gateway);
            String before = send(gateway, session, "tools/call", CALL);
            Matcher cursor = CURSOR.matcher(before);
            assertThat(cursor.find()).isTrue();
            RollbackService rollbackService = RollbackService.forDataFolder(folder.resolve("data"), System.err);
            rollbackService.rollBack(new RollbackRule("fixture/*", Instant.now(), "anna", null, "test"));
            awaitProtection(gateway, session, false);
            assertThat(send(gateway, session, "tools/list", "{}")).doesNotContain("plimsoll");
            assertThat(send(
                            gateway,
                            session,
                            "tools/call",
                            "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor.group(1) + "\"}}"))
                    .contains("items");
            assertThat(get(gateway, "/api/v1/rollout").at("/back/0/by").asString())
                    .isEqualTo("anna");
            rollbackService.resume(null, "anna");
            awaitProtection(gateway, session, true);
            assertThat(gateway.log()).contains("protection rolled back tools=fixture/* by=anna");
        }
    }

    private static void awaitProtection(ServeFixture gateway, String session, boolean isProtected) throws Exception {
        for (int i = 0; i < 400; i++) {
            if (CURSOR.matcher(send(gateway, session, "tools/call", CALL)).find() == isProtected) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("the rollback or resume had no effect; log: " + gateway.log());
    }
}
