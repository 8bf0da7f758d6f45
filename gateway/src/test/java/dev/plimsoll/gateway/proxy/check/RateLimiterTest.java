package dev.plimsoll.gateway.proxy.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RateLimiterTest {

    private static final String EMPTY_RESULT = "{\"content\":[]}";
    private static final Policy SMALL_BUDGET = Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500);

    private static Policies withRateLimit(String glob, int limit) {
        return new Policies(
                SMALL_BUDGET, List.of(new PolicyRule(glob, policy -> policy.with(Policy.RATE_LIMIT, limit))));
    }

    private static String call(String tool) {
        return "{\"name\":\"" + tool + "\",\"arguments\":{}}";
    }

    private static JsonNode assertRefused(JsonNode result) {
        assertThat(result.get("isError").asBoolean()).isTrue();
        return RelayFixture.JSON.readTree(RelayFixture.text(result)).get("error");
    }

    @Test
    void refusesCallsAboveTheLimitOfTheirTool() throws Exception {
        try (RelayFixture relay = new RelayFixture(withRateLimit("busy", 2))) {
            relay.exchange(1, "tools/call", call("busy"), EMPTY_RESULT);
            relay.exchange(2, "tools/call", call("busy"), EMPTY_RESULT);
            relay.request(3, "tools/call", call("busy"));
            JsonNode error = assertRefused(relay.nextResult());
            assertThat(error.get("code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(error.at("/details/tool").asString()).isEqualTo("busy");
            assertThat(error.at("/details/limit").asInt()).isEqualTo(2);
            assertThat(error.at("/details/retryAfterSeconds").isNumber()).isTrue();
            assertThat(error.at("/details/retryAfterSeconds").asInt()).isBetween(1, 30);
            assertThat(error.at("/details/suggestion").asString()).contains("repeat the call in");
            assertThat(relay.serverReceivedNothing()).isTrue();
            for (int id = 4; id < 20; id++) {
                relay.exchange(id, "tools/call", call("another"), EMPTY_RESULT);
            }
        }
    }

    @Test
    void countsACallerInAllSessions() throws Exception {
        try (RelayFixture relay = new RelayFixture(withRateLimit("busy", 1))) {
            relay.exchange(1, "tools/call", call("busy"), EMPTY_RESULT);
            // creates another context of the caller, as in another session
            relay.setTier(Tier.ADMIN).request(2, "tools/call", call("busy"));
            assertThat(assertRefused(relay.nextResult()).get("code").asString()).isEqualTo("RATE_LIMITED");
        }
    }

    @Test
    void countsFollowUpReadsOnlyIfARuleNamesThem() throws Exception {
        String list = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "many words ".repeat(2_000) + "\"}]}";
        for (String glob : List.of("x*", "plimsoll_*")) {
            Policies policies = new Policies(
                    SMALL_BUDGET.with(Policy.RATE_LIMIT, 2),
                    List.of(new PolicyRule(glob, policy -> policy.with(Policy.RATE_LIMIT, 3))));
            try (RelayFixture relay = new RelayFixture(policies)) {
                JsonNode first = relay.exchange(1, "tools/call", call("t"), list);
                String cursor = first.at("/_meta/dev.plimsoll~1page/nextCursor").asString();
                String read = "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}";
                for (int id = 2; id < 5; id++) {
                    relay.request(id, "tools/call", read);
                    assertThat(relay.nextResult().has("isError")).isFalse();
                }
                relay.request(5, "tools/call", read);
                assertThat(relay.nextResult().has("isError")).isEqualTo(glob.startsWith("plimsoll"));
            }
        }
    }

    @Test
    void refusesRequestsAboveTheLimitOfTheServer() throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(SMALL_BUDGET)).setServerLimits(Map.of("main", 2))) {
            // initialize and ping do not count
            relay.exchange(1, "initialize", "{}", "{}");
            relay.exchange(2, "ping", "{}", "{}");
            relay.exchange(3, "tools/call", call("a"), EMPTY_RESULT);
            relay.exchange(4, "x/y", "{}", "{}");
            relay.request(5, "tools/call", call("b"));
            JsonNode error = assertRefused(relay.nextResult());
            assertThat(error.get("code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(error.at("/details/server").asString()).isEqualTo("main");
            assertThat(error.at("/details/retryAfterSeconds").asInt()).isBetween(1, 30);
            relay.request(6, "x/y", "{}");
            JsonNode fault = relay.nextResult();
            assertThat(fault.get("code").asInt()).isEqualTo(-32603);
            assertThat(fault.at("/data/error/code").asString()).isEqualTo("RATE_LIMITED");
            assertThat(relay.serverReceivedNothing()).isTrue();
            relay.exchange(7, "ping", "{}", "{}");
            relay.fromClient("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
            assertThat(relay.nextAtServer()).contains("notifications/x");
        }
    }
}
