package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.Conversing.text;
import static dev.plimsoll.gateway.proxy.Conversing.textResult;
import static dev.plimsoll.gateway.proxy.Larder.call;
import static dev.plimsoll.gateway.proxy.Larder.isHit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.gateway.cache.BypassReason;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CacheDropTest {

    private static final String GET = call("get", "{}");
    private static final String SET = call("set", "{}");

    private static JsonNode runs(Conversing relay, int id, String params, String words) throws Exception {
        return relay.exchange(id, "tools/call", params, textResult(words));
    }

    private static void hits(Conversing relay, int id, String params) throws Exception {
        assertThat(isHit(relay.exchangeHere(id, "tools/call", params))).isTrue();
    }

    private static Larder writing(String... globs) {
        List<PolicyRule> rules = new ArrayList<>(Larder.RULES);
        rules.add(new PolicyRule("set*", policy -> policy.with(Policy.CACHE_INVALIDATES, List.of(globs))));
        return new Larder(new Policies(Larder.HOUR, rules));
    }

    @Test
    void aWriteDropsTheResultsOfItsServerForAllCallers() throws Exception {
        Larder fixture = new Larder();
        try (Conversing ann = fixture.caller("ann");
                Conversing bob = fixture.caller("bob")) {
            runs(ann, 1, GET, "old");
            runs(bob, 1, GET, "old");
            runs(bob, 2, SET, "done");
            assertThat(text(runs(ann, 2, GET, "new"))).isEqualTo("new");
            assertThat(text(runs(bob, 3, GET, "new"))).isEqualTo("new");
            assertThat(fixture.counts().dropped()).containsEntry(BypassReason.WRITE, 2L);
        }
    }

    @Test
    void storesNoResultThatWasReadDuringAWrite() throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, GET, "before");
            relay.request(2, "tools/call", SET).toServer();
            // begins during the write, and ends after it
            relay.request(3, "tools/call", GET).toServer();
            relay.result(2, textResult("done")).answer();
            relay.result(3, textResult("half done")).answer();
            assertThat(text(runs(relay, 4, GET, "after"))).isEqualTo("after");
            hits(relay, 5, GET);
        }
    }

    @Test
    void theEndOfAWriteDropsResultsStoredDuringIt() throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, call("get", "{\"n\":1}"), "first use");
            relay.request(2, "tools/call", SET).toServer();
            runs(relay, 3, GET, "during");
            hits(relay, 4, GET);
            relay.result(2, textResult("done")).answer();
            assertThat(text(runs(relay, 5, GET, "after"))).isEqualTo("after");
        }
    }

    @Test
    void storesNoResultOfAReadThatStartedBeforeAWrite() throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann")) {
            relay.request(1, "tools/call", GET).toServer();
            relay.request(2, "tools/call", SET).toServer();
            relay.result(1, textResult("before")).answer();
            relay.result(2, textResult("done")).answer();
            assertThat(text(runs(relay, 3, GET, "after"))).isEqualTo("after");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "cancelled", "gone", "late"})
    void aFailedWriteDropsResults(String how) throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann");
                Conversing other = fixture.caller("ann")) {
            runs(relay, 1, call("get", "{\"n\":1}"), "first use");
            relay.request(2, "tools/call", SET).toServer();
            runs(other, 1, GET, "during");
            switch (how) {
                case "error" ->
                    relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-1,\"message\":\"\"}}");
                case "cancelled" ->
                    relay.fromClient(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
                case "gone" -> relay.serverEnds();
                default -> relay.losesPatience();
            }
            assertThat(text(runs(other, 2, GET, "after"))).isEqualTo("after");
        }
    }

    @Test
    void aPolicyLimitsTheToolsThatAWriteDrops() throws Exception {
        Larder fixture = writing("get_u*", "other/*");
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, call("get_users", "{}"), "users");
            runs(relay, 2, call("get_orders", "{}"), "orders");
            runs(relay, 3, SET, "done");
            hits(relay, 4, call("get_orders", "{}"));
            runs(relay, 5, call("get_users", "{}"), "others");
        }
    }

    @Test
    void aPolicyKeepsAWriteFromDroppingResults() throws Exception {
        Larder fixture = writing();
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, GET, "same");
            runs(relay, 2, SET, "done");
            hits(relay, 3, GET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tools/list_changed", "resources/list_changed", "resources/updated", "prompts/list_changed"})
    void aChangeNotificationDropsResults(String what) throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, GET, "old");
            relay.fromServer(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + what + "\",\"params\":{\"uri\":\"x:y\"}}");
            relay.toClient();
            assertThat(text(runs(relay, 2, GET, "new"))).isEqualTo("new");
            assertThat(fixture.counts().dropped()).containsEntry(BypassReason.CHANGE, 1L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "main, get, ann, true",
        "ma*, g?t, , true",
        ", , , true",
        "other, , , false",
        "main, set, , false",
        ", , bob, false"
    })
    void dropsResultsByPattern(String server, String tool, String caller, boolean dropped) throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann@0123")) {
            runs(relay, 1, GET, "old");
            assertThat(fixture.cache.drop(new DropPattern(server, tool, caller))).isEqualTo(dropped ? 1 : 0);
            if (dropped) {
                runs(relay, 2, GET, "new");
            } else {
                hits(relay, 2, GET);
            }
        }
    }

    @Test
    void aPolicyChangeDropsTheAffectedResults() throws Exception {
        Larder fixture = new Larder();
        Policies before = new Policies(Larder.HOUR, Larder.RULES);
        List<PolicyRule> rules = new ArrayList<>(Larder.RULES);
        rules.add(new PolicyRule("get_users", policy -> policy.with(Policy.DEFAULT_PAGE_SIZE, 7)));
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, call("get_users", "{}"), "users");
            runs(relay, 2, call("get_orders", "{}"), "orders");
            // runs while the policies change
            relay.request(3, "tools/call", call("get_users", "{\"n\":1}")).toServer();
            Policies now = new Policies(Larder.HOUR, rules);
            fixture.cache.dropForReload(before, now);
            relay.governedBy(now);
            relay.result(3, textResult("late")).answer();
            hits(relay, 4, call("get_orders", "{}"));
            runs(relay, 5, call("get_users", "{}"), "others");
            runs(relay, 6, call("get_users", "{\"n\":1}"), "others");
        }
    }

    @Test
    void aShorterTtlAppliesAtOnce() throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, GET, "old");
            fixture.clock.advance(Duration.ofMinutes(2));
            relay.governedBy(new Policies(Larder.HOUR.with(Policy.CACHE_TTL, Duration.ofMinutes(1)), Larder.RULES));
            runs(relay, 2, GET, "new");
        }
    }

    @Test
    void cursorsWorkAfterTheirResultIsDropped() throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann").open("2025-06-18", "{}")) {
            relay.exchange(1, "tools/call", GET, textResult(Conversing.records(300)));
            JsonNode page = relay.exchangeHere(2, "tools/call", GET);
            String cursor =
                    Conversing.JSON.readTree(text(page)).get("nextCursor").asString();
            runs(relay, 3, SET, "done");
            String read = call("plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            assertThat(relay.exchangeHere(4, "tools/call", read).has("isError")).isFalse();
        }
    }

    @Test
    void releasesASnapshotWithoutCursorsWithItsEntry() throws Exception {
        Larder fixture = new Larder();
        try (Conversing relay = fixture.caller("ann")) {
            runs(relay, 1, GET, "small");
            hits(relay, 2, GET);
            assertThat(fixture.store.usage().snapshots()).isEqualTo(1);
            runs(relay, 3, SET, "done");
            assertThat(fixture.store.usage().snapshots()).isZero();
        }
    }
}
