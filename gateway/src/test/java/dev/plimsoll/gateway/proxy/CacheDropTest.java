package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.CacheFixture.call;
import static dev.plimsoll.gateway.proxy.CacheFixture.isHit;
import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static dev.plimsoll.gateway.proxy.RelayFixture.textResult;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cache.DropPattern;
import dev.plimsoll.gateway.cache.DropReason;
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

    /** Sends a call, and answers it as the server. Fails if the call does not reach the server. */
    private static JsonNode assertRuns(RelayFixture relay, int id, String params, String words) throws Exception {
        return relay.exchange(id, "tools/call", params, textResult(words));
    }

    /** Sends a call, and checks that the answer is a cached result. */
    private static void assertHit(RelayFixture relay, int id, String params) throws Exception {
        assertThat(isHit(relay.exchangeLocally(id, "tools/call", params))).isTrue();
    }

    /** Sends a first read, with ID 1: a cache that was never used ignores writes. */
    private static void markCacheAsUsed(RelayFixture relay) throws Exception {
        assertRuns(relay, 1, call("get", "{\"n\":1}"), "first use");
    }

    private static CacheFixture withInvalidation(String... globs) {
        List<PolicyRule> rules = new ArrayList<>(CacheFixture.RULES);
        rules.add(new PolicyRule("set*", policy -> policy.with(Policy.CACHE_INVALIDATES, List.of(globs))));
        return new CacheFixture(new Policies(CacheFixture.ONE_HOUR_TTL, rules));
    }

    @Test
    void aWriteDropsTheResultsOfItsServerForAllCallers() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relayOfAnn = fixture.relayFor("ann");
                RelayFixture relayOfBob = fixture.relayFor("bob")) {
            assertRuns(relayOfAnn, 1, GET, "old");
            assertRuns(relayOfBob, 1, GET, "old");
            assertRuns(relayOfBob, 2, SET, "done");
            assertThat(text(assertRuns(relayOfAnn, 2, GET, "new"))).isEqualTo("new");
            assertThat(text(assertRuns(relayOfBob, 3, GET, "new"))).isEqualTo("new");
            assertThat(fixture.counts().dropped()).containsEntry(DropReason.WRITE, 2L);
        }
    }

    @Test
    void storesNoResultOfAReadThatBeganDuringAWriteAndEndedAfterIt() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, GET, "before");
            relay.request(2, "tools/call", SET).nextAtServer();
            // this read begins during the write, and ends after it
            relay.request(3, "tools/call", GET).nextAtServer();
            relay.result(2, textResult("done")).nextResult();
            relay.result(3, textResult("half done")).nextResult();
            assertThat(text(assertRuns(relay, 4, GET, "after"))).isEqualTo("after");
            assertHit(relay, 5, GET);
        }
    }

    @Test
    void theEndOfAWriteDropsResultsStoredDuringIt() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            markCacheAsUsed(relay);
            relay.request(2, "tools/call", SET).nextAtServer();
            assertRuns(relay, 3, GET, "during");
            assertHit(relay, 4, GET);
            relay.result(2, textResult("done")).nextResult();
            assertThat(text(assertRuns(relay, 5, GET, "after"))).isEqualTo("after");
        }
    }

    @Test
    void storesNoResultOfAReadThatStartedBeforeAWrite() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            relay.request(1, "tools/call", GET).nextAtServer();
            relay.request(2, "tools/call", SET).nextAtServer();
            relay.result(1, textResult("before")).nextResult();
            relay.result(2, textResult("done")).nextResult();
            assertThat(text(assertRuns(relay, 3, GET, "after"))).isEqualTo("after");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "cancelled", "gone", "late"})
    void aFailedWriteDropsResults(String failure) throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann");
                RelayFixture otherRelay = fixture.relayFor("ann")) {
            markCacheAsUsed(relay);
            relay.request(2, "tools/call", SET).nextAtServer();
            assertRuns(otherRelay, 1, GET, "during");
            switch (failure) {
                case "error" ->
                    relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-1,\"message\":\"\"}}");
                case "cancelled" ->
                    relay.fromClient(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}");
                case "gone" -> relay.closeServer();
                default -> relay.failAllAsOverdue();
            }
            assertThat(text(assertRuns(otherRelay, 2, GET, "after"))).isEqualTo("after");
        }
    }

    @Test
    void aPolicyLimitsTheToolsThatAWriteDrops() throws Exception {
        CacheFixture fixture = withInvalidation("get_u*", "other/*");
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get_users", "{}"), "users");
            assertRuns(relay, 2, call("get_orders", "{}"), "orders");
            assertRuns(relay, 3, SET, "done");
            assertHit(relay, 4, call("get_orders", "{}"));
            assertRuns(relay, 5, call("get_users", "{}"), "others");
        }
    }

    @Test
    void aPolicyKeepsAWriteFromDroppingResults() throws Exception {
        CacheFixture fixture = withInvalidation();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, GET, "same");
            assertRuns(relay, 2, SET, "done");
            assertHit(relay, 3, GET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tools/list_changed", "resources/list_changed", "resources/updated", "prompts/list_changed"})
    void aChangeNotificationDropsResults(String change) throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, GET, "old");
            relay.fromServer(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + change + "\",\"params\":{\"uri\":\"x:y\"}}");
            relay.nextAtClient();
            assertThat(text(assertRuns(relay, 2, GET, "new"))).isEqualTo("new");
            assertThat(fixture.counts().dropped()).containsEntry(DropReason.CHANGE, 1L);
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
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann@0123")) {
            assertRuns(relay, 1, GET, "old");
            assertThat(fixture.cache.drop(new DropPattern(server, tool, caller)))
                    .isEqualTo(dropped ? 1 : 0);
            if (dropped) {
                assertRuns(relay, 2, GET, "new");
            } else {
                assertHit(relay, 2, GET);
            }
        }
    }

    @Test
    void aPolicyChangeDropsTheAffectedResults() throws Exception {
        CacheFixture fixture = new CacheFixture();
        Policies oldPolicies = new Policies(CacheFixture.ONE_HOUR_TTL, CacheFixture.RULES);
        List<PolicyRule> rules = new ArrayList<>(CacheFixture.RULES);
        rules.add(new PolicyRule("get_users", policy -> policy.with(Policy.DEFAULT_PAGE_SIZE, 7)));
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get_users", "{}"), "users");
            assertRuns(relay, 2, call("get_orders", "{}"), "orders");
            // this call runs while the policies change
            relay.request(3, "tools/call", call("get_users", "{\"n\":1}")).nextAtServer();
            Policies newPolicies = new Policies(CacheFixture.ONE_HOUR_TTL, rules);
            fixture.cache.dropForReload(oldPolicies, newPolicies);
            relay.setPolicies(newPolicies);
            relay.result(3, textResult("late")).nextResult();
            assertHit(relay, 4, call("get_orders", "{}"));
            assertRuns(relay, 5, call("get_users", "{}"), "others");
            assertRuns(relay, 6, call("get_users", "{\"n\":1}"), "others");
        }
    }

    @Test
    void aShorterTtlAppliesAtOnce() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, GET, "old");
            fixture.clock.advance(Duration.ofMinutes(2));
            relay.setPolicies(new Policies(
                    CacheFixture.ONE_HOUR_TTL.with(Policy.CACHE_TTL, Duration.ofMinutes(1)), CacheFixture.RULES));
            assertRuns(relay, 2, GET, "new");
        }
    }

    @Test
    void cursorsWorkAfterTheirResultIsDropped() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann").open("2025-06-18", "{}")) {
            relay.exchange(1, "tools/call", GET, textResult(RelayFixture.records(300)));
            JsonNode page = relay.exchangeLocally(2, "tools/call", GET);
            String cursor =
                    RelayFixture.JSON.readTree(text(page)).get("nextCursor").asString();
            assertRuns(relay, 3, SET, "done");
            String read = call("plimsoll_read", "{\"cursor\":\"" + cursor + "\"}");
            assertThat(relay.exchangeLocally(4, "tools/call", read).has("isError"))
                    .isFalse();
        }
    }

    @Test
    void releasesTheSnapshotOfADroppedEntryIfNoCursorReadsIt() throws Exception {
        CacheFixture fixture = new CacheFixture();
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, GET, "small");
            assertHit(relay, 2, GET);
            assertThat(fixture.store.usage().snapshots()).isEqualTo(1);
            assertRuns(relay, 3, SET, "done");
            assertThat(fixture.store.usage().snapshots()).isZero();
        }
    }
}
