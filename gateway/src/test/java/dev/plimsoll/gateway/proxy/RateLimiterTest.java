package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RateLimiterTest {

    private static final String FINE = "{\"content\":[]}";
    private static final Policy SMALL = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500);

    private static Policies limited(String glob, int limit) {
        return new Policies(SMALL, List.of(new PolicyRule(glob, policy -> policy.with(Policy.RATE_LIMIT, limit))));
    }

    private static String call(String tool) {
        return "{\"name\":\"" + tool + "\",\"arguments\":{}}";
    }

    private static JsonNode refused(JsonNode result) {
        assertThat(result.get("isError").asBoolean()).isTrue();
        return Conversing.JSON.readTree(Conversing.text(result)).get("error");
    }

    @Test
    void refusesCallsAboveTheLimitOfTheirTool() throws Exception {
        try (Conversing talk = new Conversing(limited("busy", 2))) {
            talk.exchange(1, "tools/call", call("busy"), FINE);
            talk.exchange(2, "tools/call", call("busy"), FINE);
            talk.request(3, "tools/call", call("busy"));
            JsonNode error = refused(talk.answer());
            assertThat(error.get("code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(error.at("/details/tool").asString()).isEqualTo("busy");
            assertThat(error.at("/details/limit").asInt()).isEqualTo(2);
            assertThat(error.at("/details/retryAfterSeconds").isNumber()).isTrue();
            assertThat(error.at("/details/retryAfterSeconds").asInt()).isBetween(1, 30);
            assertThat(error.at("/details/suggestion").asString()).contains("repeat the call in");
            assertThat(talk.serverHeardNothing()).isTrue();
            for (int id = 4; id < 20; id++) {
                talk.exchange(id, "tools/call", call("another"), FINE);
            }
        }
    }

    @Test
    void countsACallerInAllSessions() throws Exception {
        try (Conversing talk = new Conversing(limited("busy", 1))) {
            talk.exchange(1, "tools/call", call("busy"), FINE);
            talk.sinksTo(Tier.ADMIN).request(2, "tools/call", call("busy"));
            assertThat(refused(talk.answer()).get("code").asString()).isEqualTo("RATE_LIMITED");
        }
    }

    @Test
    void countsFollowUpReadsOnlyIfARuleNamesThem() throws Exception {
        String list = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(2_000) + "\"}]}";
        for (String glob : List.of("x*", "plimsoll_*")) {
            Policies policies = new Policies(
                    SMALL.with(Policy.RATE_LIMIT, 2),
                    List.of(new PolicyRule(glob, policy -> policy.with(Policy.RATE_LIMIT, 3))));
            try (Conversing talk = new Conversing(policies)) {
                JsonNode first = talk.exchange(1, "tools/call", call("t"), list);
                String cursor = Conversing.JSON
                        .readTree(Conversing.text(first))
                        .get("nextCursor")
                        .asString();
                String read = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}";
                for (int id = 2; id < 5; id++) {
                    talk.request(id, "tools/call", read);
                    assertThat(talk.answer().has("isError")).isFalse();
                }
                talk.request(5, "tools/call", read);
                assertThat(talk.answer().has("isError")).isEqualTo(glob.startsWith("plimsoll"));
            }
        }
    }

    @Test
    void refusesRequestsAboveTheLimitOfTheServer() throws Exception {
        try (Conversing talk = new Conversing(Policies.of(SMALL)).limiting(Map.of("main", 2))) {
            talk.exchange(1, "initialize", "{}", "{}");
            talk.exchange(2, "ping", "{}", "{}");
            talk.exchange(3, "tools/call", call("a"), FINE);
            talk.exchange(4, "x/y", "{}", "{}");
            talk.request(5, "tools/call", call("b"));
            JsonNode error = refused(talk.answer());
            assertThat(error.get("code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(error.at("/details/server").asString()).isEqualTo("main");
            assertThat(error.at("/details/retryAfterSeconds").asInt()).isBetween(1, 30);
            talk.request(6, "x/y", "{}");
            JsonNode fault = talk.answer();
            assertThat(fault.get("code").asInt()).isEqualTo(-32603);
            assertThat(fault.at("/data/error/code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(talk.serverHeardNothing()).isTrue();
            talk.exchange(7, "ping", "{}", "{}");
            talk.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
            assertThat(talk.toServer()).contains("notifications/x");
        }
    }
}
