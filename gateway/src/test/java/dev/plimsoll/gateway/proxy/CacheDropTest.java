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

    private static JsonNode runs(Conversing talk, int id, String params, String words) throws Exception {
        return talk.exchange(id, "tools/call", params, textResult(words));
    }

    private static void hits(Conversing talk, int id, String params) throws Exception {
        assertThat(isHit(talk.exchangeHere(id, "tools/call", params))).isTrue();
    }

    private static Larder writing(String... globs) {
        List<PolicyRule> rules = new ArrayList<>(Larder.RULES);
        rules.add(new PolicyRule("set*", policy -> policy.with(Policy.CACHE_INVALIDATES, List.of(globs))));
        return new Larder(new Policies(Larder.HOUR, rules));
    }

    @Test
    void aWriteDropsTheResultsOfItsServerForAllCallers() throws Exception {
        Larder larder = new Larder();
        try (Conversing ann = larder.caller("ann");
                Conversing bob = larder.caller("bob")) {
            runs(ann, 1, GET, "old");
            runs(bob, 1, GET, "old");
            runs(bob, 2, SET, "done");
            assertThat(text(runs(ann, 2, GET, "new"))).isEqualTo("new");
            assertThat(text(runs(bob, 3, GET, "new"))).isEqualTo("new");
            assertThat(larder.counts().dropped()).containsEntry(BypassReason.WRITE, 2L);
        }
    }

    @Test
    void storesNoResultThatWasReadDuringAWrite() throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, GET, "before");
            talk.request(2, "tools/call", SET).toServer();
            // begins during the write, and ends after it
            talk.request(3, "tools/call", GET).toServer();
            talk.result(2, textResult("done")).answer();
            talk.result(3, textResult("half done")).answer();
            assertThat(text(runs(talk, 4, GET, "after"))).isEqualTo("after");
            hits(talk, 5, GET);
        }
    }

    @Test
    void theEndOfAWriteDropsResultsStoredDuringIt() throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, call("get", "{\"n\":1}"), "first use");
            talk.request(2, "tools/call", SET).toServer();
            runs(talk, 3, GET, "during");
            hits(talk, 4, GET);
            talk.result(2, textResult("done")).answer();
            assertThat(text(runs(talk, 5, GET, "after"))).isEqualTo("after");
        }
    }

    @Test
    void storesNoResultOfAReadThatStartedBeforeAWrite() throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann")) {
            talk.request(1, "tools/call", GET).toServer();
            talk.request(2, "tools/call", SET).toServer();
            talk.result(1, textResult("before")).answer();
            talk.result(2, textResult("done")).answer();
            assertThat(text(runs(talk, 3, GET, "after"))).isEqualTo("after");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "cancelled", "gone", "late"})
    void aFailedWriteDropsResults(String how) throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann");
                Conversing other = larder.caller("ann")) {
            runs(talk, 1, call("get", "{\"n\":1}"), "first use");
            talk.request(2, "tools/call", SET).toServer();
            runs(other, 1, GET, "during");
            switch (how) {
                case "error" ->
                    talk.fromServer("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-1,\"message\":\"\"}}");
                case "cancelled" ->
                    talk.fromClient(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
                case "gone" -> talk.serverEnds();
                default -> talk.losesPatience();
            }
            assertThat(text(runs(other, 2, GET, "after"))).isEqualTo("after");
        }
    }

    @Test
    void aPolicyLimitsTheToolsThatAWriteDrops() throws Exception {
        Larder larder = writing("get_u*", "other/*");
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, call("get_users", "{}"), "users");
            runs(talk, 2, call("get_orders", "{}"), "orders");
            runs(talk, 3, SET, "done");
            hits(talk, 4, call("get_orders", "{}"));
            runs(talk, 5, call("get_users", "{}"), "others");
        }
    }

    @Test
    void aPolicyKeepsAWriteFromDroppingResults() throws Exception {
        Larder larder = writing();
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, GET, "same");
            runs(talk, 2, SET, "done");
            hits(talk, 3, GET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tools/list_changed", "resources/list_changed", "resources/updated", "prompts/list_changed"})
    void aChangeNotificationDropsResults(String what) throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, GET, "old");
            talk.fromServer(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + what + "\",\"params\":{\"uri\":\"x:y\"}}");
            talk.toClient();
            assertThat(text(runs(talk, 2, GET, "new"))).isEqualTo("new");
            assertThat(larder.counts().dropped()).containsEntry(BypassReason.CHANGE, 1L);
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
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann@0123")) {
            runs(talk, 1, GET, "old");
            assertThat(larder.cache.drop(new DropPattern(server, tool, caller))).isEqualTo(dropped ? 1 : 0);
            if (dropped) {
                runs(talk, 2, GET, "new");
            } else {
                hits(talk, 2, GET);
            }
        }
    }

    @Test
    void aPolicyChangeDropsTheAffectedResults() throws Exception {
        Larder larder = new Larder();
        Policies before = new Policies(Larder.HOUR, Larder.RULES);
        List<PolicyRule> rules = new ArrayList<>(Larder.RULES);
        rules.add(new PolicyRule("get_users", policy -> policy.with(Policy.DEFAULT_PAGE_SIZE, 7)));
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, call("get_users", "{}"), "users");
            runs(talk, 2, call("get_orders", "{}"), "orders");
            // runs while the policies change
            talk.request(3, "tools/call", call("get_users", "{\"n\":1}")).toServer();
            Policies now = new Policies(Larder.HOUR, rules);
            larder.cache.dropForReload(before, now);
            talk.governedBy(now);
            talk.result(3, textResult("late")).answer();
            hits(talk, 4, call("get_orders", "{}"));
            runs(talk, 5, call("get_users", "{}"), "others");
            runs(talk, 6, call("get_users", "{\"n\":1}"), "others");
        }
    }

    @Test
    void aShorterTtlAppliesAtOnce() throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, GET, "old");
            larder.clock.advance(Duration.ofMinutes(2));
            talk.governedBy(new Policies(Larder.HOUR.with(Policy.CACHE_TTL, Duration.ofMinutes(1)), Larder.RULES));
            runs(talk, 2, GET, "new");
        }
    }

    @Test
    void cursorsWorkAfterTheirResultIsDropped() throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann").open("2025-06-18", "{}")) {
            talk.exchange(1, "tools/call", GET, textResult(Conversing.records(300)));
            JsonNode page = talk.exchangeHere(2, "tools/call", GET);
            String cursor =
                    Conversing.JSON.readTree(text(page)).get("nextCursor").asString();
            runs(talk, 3, SET, "done");
            String read = call("plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            assertThat(talk.exchangeHere(4, "tools/call", read).has("isError")).isFalse();
        }
    }

    @Test
    void releasesASnapshotWithoutCursorsWithItsEntry() throws Exception {
        Larder larder = new Larder();
        try (Conversing talk = larder.caller("ann")) {
            runs(talk, 1, GET, "small");
            hits(talk, 2, GET);
            assertThat(larder.store.usage().snapshots()).isEqualTo(1);
            runs(talk, 3, SET, "done");
            assertThat(larder.store.usage().snapshots()).isZero();
        }
    }
}
