package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests results of tasks of 2026-07-28. They are guarded like the results of ordinary calls. */
class TasksTest {

    private static final Policies SMALL_BUDGET =
            Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));
    private static final String META = ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";
    private static final String STARTED_TASK =
            "{\"resultType\":\"task\",\"taskId\":\"k\",\"status\":\"working\",\"ttlMs\":60000}";
    private static final String STATUS = "\"taskId\":\"k\",\"status\":\"completed\"";

    private static String largeResult() {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + "a line\\n".repeat(20_000) + "\"}]}";
    }

    private static RelayFixture openWithTask(Tier tier) throws Exception {
        RelayFixture relay = new RelayFixture(SMALL_BUDGET, "caller", tier);
        assertThat(relay.exchange(1, "tools/call", "{\"name\":\"t\"" + META, STARTED_TASK)
                        .toString())
                .isEqualTo(STARTED_TASK);
        return relay;
    }

    private static void assertPage(JsonNode result) {
        assertThat(RelayFixture.text(result)).contains("nextCursor", "from t (");
        assertThat(result.toString().length()).isLessThan(30_000);
    }

    @Test
    void guardsTheResultInATaskStatus() throws Exception {
        try (RelayFixture relay = openWithTask(Tier.ADMIN)) {
            String status = "{\"resultType\":\"complete\"," + STATUS + ",\"result\":" + largeResult() + "}";
            JsonNode response = relay.exchange(2, "tasks/get", "{\"taskId\":\"k\"" + META, status);
            assertThat(response.get("status").asString()).isEqualTo("completed");
            assertPage(response.get("result"));
        }
    }

    @Test
    void passesAStatusWithoutAResultUnchanged() throws Exception {
        try (RelayFixture relay = openWithTask(Tier.ADMIN)) {
            JsonNode response = relay.exchange(
                    2, "tasks/get", "{\"taskId\":\"k\"" + META, "{\"resultType\":\"complete\"," + STATUS + "}");
            assertThat(response.toString()).isEqualTo("{\"resultType\":\"complete\"," + STATUS + "}");
        }
    }

    @Test
    void guardsTheResultInATaskNotification() throws Exception {
        try (RelayFixture relay = openWithTask(Tier.ADMIN)) {
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{" + STATUS
                    + ",\"result\":" + largeResult() + ",\"_meta\":{\"x\":1}}}");
            JsonNode params = RelayFixture.JSON.readTree(relay.nextAtClient()).get("params");
            assertThat(params.at("/_meta/x").asInt()).isEqualTo(1);
            assertPage(params.get("result"));
        }
    }

    @Test
    void passesANotificationWithoutAResultUnchanged() throws Exception {
        String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{ " + STATUS + "}}";
        try (RelayFixture relay = openWithTask(Tier.ADMIN)) {
            assertThat(relay.fromServer(notification).nextAtClient()).isEqualTo(notification);
        }
    }

    @Test
    void refusesTheResultOfAForbiddenCall() throws Exception {
        try (RelayFixture relay = openWithTask(Tier.ADMIN)) {
            relay.setTier(Tier.READ);
            String status = "{\"resultType\":\"complete\"," + STATUS + ",\"result\":{\"content\":[]}}";
            JsonNode response = relay.exchange(2, "tasks/get", "{\"taskId\":\"k\"" + META, status);
            assertThat(response.toString()).contains("FORBIDDEN").doesNotContain("content\":[]");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{" + STATUS
                    + ",\"result\":{\"content\":[]}}}");
            assertThat(relay.nextAtClient()).contains("completed").doesNotContain("content");
        }
    }

    @Test
    void hidesTheTasksOfAnotherCaller() throws Exception {
        try (RelayFixture relay = openWithTask(Tier.ADMIN)) {
            relay.setCaller("mallory");
            int id = 2;
            for (String method : List.of("tasks/get", "tasks/result", "tasks/cancel", "tasks/update")) {
                relay.request(++id, method, "{\"taskId\":\"k\"" + META);
                JsonNode error =
                        RelayFixture.JSON.readTree(relay.nextAtClient()).path("error");
                assertThat(error.path("code").asInt()).as(method).isEqualTo(-32602);
                assertThat(error.path("message").asString()).contains("unknown or expired task");
            }
            assertThat(relay.serverReceivedNothing()).isTrue();
            String tasks = "{\"tasks\":[{\"taskId\":\"k\"},{\"taskId\":\"other\"}]}";
            assertThat(relay.exchange(8, "tasks/list", "{}", tasks).toString())
                    .isEqualTo("{\"tasks\":[{\"taskId\":\"other\"}]}");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks\",\"params\":{" + STATUS
                    + ",\"result\":{\"content\":[]}}}");
            assertThat(relay.nextAtClient()).contains("completed").doesNotContain("content");
            relay.setCaller("caller");
            assertThat(relay.exchange(9, "tasks/list", "{}", tasks).toString()).isEqualTo(tasks);
            assertThat(relay.exchange(10, "tasks/cancel", "{\"taskId\":\"k\"" + META, "{}")
                            .toString())
                    .isEqualTo("{}");
        }
    }
}
