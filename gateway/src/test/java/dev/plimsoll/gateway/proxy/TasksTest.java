package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests delayed results, in the forms of 2025-11-25 and 2026-07-28: they are guarded like immediate ones. */
class TasksTest {

    private static final Policies PLAIN = Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));
    private static final String META = ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";
    private static final String BEGUN =
            "{\"resultType\":\"task\",\"taskId\":\"k\",\"status\":\"working\",\"ttlMs\":60000}";
    private static final String STATUS = "\"taskId\":\"k\",\"status\":\"completed\"";

    private static String large() {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + "a line\\n".repeat(20_000) + "\"}]}";
    }

    private static Conversing begun(Tier tier) throws Exception {
        Conversing talk = new Conversing(PLAIN, "caller", tier);
        assertThat(talk.exchange(1, "tools/call", "{\"name\":\"t\"" + META, BEGUN)
                        .toString())
                .isEqualTo(BEGUN);
        return talk;
    }

    private static void isCut(JsonNode result) {
        assertThat(Conversing.text(result)).contains("nextCursor", "from t (");
        assertThat(result.toString().length()).isLessThan(30_000);
    }

    @Test
    void theResultInsideItsStatusIsGuarded() throws Exception {
        try (Conversing talk = begun(Tier.ADMIN)) {
            String status = "{\"resultType\":\"complete\"," + STATUS + ",\"result\":" + large() + "}";
            JsonNode got = talk.exchange(2, "tasks/get", "{\"taskId\":\"k\"" + META, status);
            assertThat(got.get("status").asString()).isEqualTo("completed");
            isCut(got.get("result"));
        }
    }

    @Test
    void aStatusWithoutAResultStaysAsItIs() throws Exception {
        try (Conversing talk = begun(Tier.ADMIN)) {
            JsonNode got = talk.exchange(
                    2, "tasks/get", "{\"taskId\":\"k\"" + META, "{\"resultType\":\"complete\"," + STATUS + "}");
            assertThat(got.toString()).isEqualTo("{\"resultType\":\"complete\"," + STATUS + "}");
        }
    }

    @Test
    void theResultInsideANotificationIsGuarded() throws Exception {
        try (Conversing talk = begun(Tier.ADMIN)) {
            talk.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{" + STATUS
                    + ",\"result\":" + large() + ",\"_meta\":{\"x\":1}}}");
            JsonNode told = Conversing.JSON.readTree(talk.toClient()).get("params");
            assertThat(told.at("/_meta/x").asInt()).isEqualTo(1);
            isCut(told.get("result"));
        }
    }

    @Test
    void aNotificationWithoutAResultStaysAsItIs() throws Exception {
        String said = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{ " + STATUS + "}}";
        try (Conversing talk = begun(Tier.ADMIN)) {
            assertThat(talk.fromServer(said).toClient()).isEqualTo(said);
        }
    }

    @Test
    void whoMayNotCallItMayNotHaveItsResultLater() throws Exception {
        try (Conversing talk = begun(Tier.ADMIN)) {
            talk.sinksTo(Tier.READ);
            String status = "{\"resultType\":\"complete\"," + STATUS + ",\"result\":{\"content\":[]}}";
            JsonNode got = talk.exchange(2, "tasks/get", "{\"taskId\":\"k\"" + META, status);
            assertThat(got.toString()).contains("FORBIDDEN").doesNotContain("content\":[]");
            talk.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{" + STATUS
                    + ",\"result\":{\"content\":[]}}}");
            assertThat(talk.toClient()).contains("completed").doesNotContain("content");
        }
    }
}
