package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.CacheFixture.call;
import static dev.plimsoll.gateway.proxy.CacheFixture.isHit;
import static dev.plimsoll.gateway.proxy.RelayFixture.records;
import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static dev.plimsoll.gateway.proxy.RelayFixture.textResult;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CachedCallTest {

    private static final String MODERN_META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final CacheFixture fixture = new CacheFixture();

    /** Sends a call, and answers it as the server. Fails if the call does not reach the server. */
    private static JsonNode assertRuns(RelayFixture relay, int id, String params, String result) throws Exception {
        return relay.exchange(id, "tools/call", params, result);
    }

    /** Sends a call, and checks that the answer is a cached result. */
    private static JsonNode assertHit(RelayFixture relay, int id, String params) throws Exception {
        JsonNode result = relay.exchangeLocally(id, "tools/call", params);
        assertThat(relay.serverReceivedNothing()).as("%s", result).isTrue();
        assertThat(isHit(result)).as("%s", result).isTrue();
        return result;
    }

    @Test
    void answersAnEqualCallWithoutRunningItsTool() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            JsonNode first = assertRuns(relay, 1, call("get", "{\"a\":1,\"b\":[2,\"x\"]}"), textResult("one"));
            assertThat(first.path("_meta").has("dev.plimsoll/cache")).isFalse();
            fixture.clock.advance(Duration.ofSeconds(12));
            JsonNode cachedResult = assertHit(relay, 2, call("get", " { \"b\" : [2,\"\\u0078\"] , \"a\":1 } "));
            assertThat(text(cachedResult)).isEqualTo("one");
            JsonNode cacheMark = cachedResult.get("_meta").get("dev.plimsoll/cache");
            assertThat(cacheMark.get("ageSeconds").asInt()).isEqualTo(12);
            assertThat(cacheMark.get("storedAt").asString()).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(cacheMark.has("joined")).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":2}", "{\"a\":\"1\"}", "{\"A\":1}", "{}", "{\"a\":1,\"b\":null}", "{\"a\":[1]}"})
    void runsCallsThatDiffer(String otherArguments) throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get", "{\"a\":1}"), textResult("one"));
            assertThat(text(assertRuns(relay, 2, call("get", otherArguments), textResult("two"))))
                    .isEqualTo("two");
        }
    }

    @Test
    void callersNeverSeeEachOthersResults() throws Exception {
        try (RelayFixture relayOfAnn = fixture.relayFor("ann@x");
                RelayFixture relayOfBob = fixture.relayFor("bob@x")) {
            assertRuns(relayOfAnn, 1, call("get", "{}"), textResult("ann's"));
            assertThat(text(assertRuns(relayOfBob, 1, call("get", "{}"), textResult("bob's"))))
                    .isEqualTo("bob's");
            assertThat(text(assertHit(relayOfAnn, 2, call("get", "{}")))).isEqualTo("ann's");
        }
    }

    @Test
    void runsTheToolAgainAfterTheTtl() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get", "{}"), textResult("old"));
            fixture.clock.advance(Duration.ofMinutes(59));
            assertHit(relay, 2, call("get", "{}"));
            fixture.clock.advance(Duration.ofMinutes(1));
            assertThat(text(assertRuns(relay, 3, call("get", "{}"), textResult("new"))))
                    .isEqualTo("new");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":[],\"isError\":true}",
                "{\"content\":[],\"resultType\":\"input_required\",\"inputRequests\":{}}",
                "{\"resultType\":\"task\",\"taskId\":\"1\"}",
                "{\"task\":{\"taskId\":\"1\"}}",
                "[]"
            })
    void storesOnlyCompleteValidResults(String result) throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get", "{}"), result);
            assertThat(text(assertRuns(relay, 2, call("get", "{}"), textResult("sound"))))
                    .isEqualTo("sound");
        }
    }

    @Test
    void storesNoProtocolError() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            relay.request(1, "tools/call", call("get", "{}")).nextAtServer();
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"no\"}}");
            assertThat(relay.nextResult().get("message").asString()).isEqualTo("no");
            assertRuns(relay, 2, call("get", "{}"), textResult("sound"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"get\",\"arguments\":{},\"task\":{}}",
                "{\"name\":\"get\",\"arguments\":{},\"requestState\":\"s\"}",
                "{\"name\":\"get\",\"arguments\":{},\"inputResponses\":{}}",
                "{\"name\":\"get\",\"arguments\":{\"a\":1,\"a\":2}}",
                "{\"name\":\"set\",\"arguments\":{}}"
            })
    void doesNotCacheCallsThatAreNotPlainReads(String params) throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, params, textResult("one"));
            assertThat(text(assertRuns(relay, 2, params, textResult("two")))).isEqualTo("two");
            assertThat(fixture.counts().misses()).isZero();
        }
    }

    @Test
    void doesNotCacheACallWithAnInputRequest() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            relay.request(1, "tools/call", call("get", "{}")).nextAtServer();
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"elicitation/create\",\"params\":{}}");
            relay.nextAtClient();
            relay.result(1, textResult("as you wish"));
            relay.nextResult();
            assertRuns(relay, 2, call("get", "{}"), textResult("asked again"));
        }
    }

    @Test
    void shapesEachHitForItsOwnRequest() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann").open("2025-06-18", "{}")) {
            JsonNode first = assertRuns(relay, 1, call("get", "{}"), textResult(records(300)));
            JsonNode cachedResult = assertHit(relay, 2, call("get", "{}"));
            JsonNode page = RelayFixture.JSON.readTree(text(cachedResult));
            assertThat(page.get("range"))
                    .isEqualTo(RelayFixture.JSON.readTree(text(first)).get("range"));
            JsonNode resultWithLargeBudget = assertHit(
                    relay, 3, "{\"name\":\"get\",\"arguments\":{},\"_meta\":{\"dev.plimsoll/maxTokens\":25000}}");
            assertThat(RelayFixture.JSON.readTree(text(resultWithLargeBudget))).hasSize(300);
            assertThat(resultWithLargeBudget
                            .get("_meta")
                            .get("dev.plimsoll/budget")
                            .get("threshold")
                            .asInt())
                    .isEqualTo(25_000);
            String cursor = page.get("nextCursor").asString();
            JsonNode nextPage =
                    relay.exchangeLocally(4, "tools/call", call("plimsoll_read", "{\"cursor\":\"" + cursor + "\"}"));
            assertThat(text(nextPage)).contains("\"items\"");
        }
    }

    @Test
    void ignoresReadArgumentsInTheCacheKey() throws Exception {
        CacheFixture heavyFixture =
                new CacheFixture(new Policies(CacheFixture.ONE_HOUR_TTL.with(Policy.HEAVY, true), CacheFixture.RULES));
        try (RelayFixture relay = heavyFixture.relayFor("ann").open("2025-06-18", "{}")) {
            relay.exchange(
                    5, "tools/list", "{}", "{\"tools\":[{\"name\":\"get\",\"inputSchema\":{\"type\":\"object\"}}]}");
            assertRuns(relay, 1, call("get", "{\"q\":1}"), textResult(records(300)));
            JsonNode page =
                    RelayFixture.JSON.readTree(text(assertHit(relay, 2, call("get", "{\"q\":1,\"page_size\":3}"))));
            assertThat(page.get("items")).hasSize(3);
            assertThat(page.get("totalCount").asInt()).isEqualTo(300);
            JsonNode invalidCall =
                    relay.exchangeLocally(3, "tools/call", call("get", "{\"q\":1,\"page_size\":100000}"));
            assertThat(invalidCall.get("isError").asBoolean()).isTrue();
        }
    }

    @Test
    void translatesAStoredResultForTheOtherEra() throws Exception {
        try (RelayFixture legacyRelay = fixture.relayFor("ann").open("2025-11-25", "{}");
                RelayFixture modernRelay = fixture.relayFor("ann")) {
            assertRuns(legacyRelay, 1, call("get", "{}"), textResult("both"));
            JsonNode modernResult =
                    assertHit(modernRelay, 1, "{\"name\":\"get\",\"arguments\":{}," + MODERN_META + "}");
            assertThat(modernResult.get("resultType").asString()).isEqualTo("complete");
            assertThat(text(modernResult)).isEqualTo("both");

            String otherArguments = "{\"name\":\"get\",\"arguments\":{\"n\":2}," + MODERN_META + "}";
            assertRuns(
                    modernRelay,
                    2,
                    otherArguments,
                    "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":[1,2]}");
            JsonNode legacyResult = assertHit(legacyRelay, 2, call("get", "{\"n\":2}"));
            assertThat(legacyResult.has("resultType")).isFalse();
            assertThat(legacyResult.has("structuredContent")).isFalse();
            assertThat(text(legacyResult)).isEqualTo("[1,2]");
        }
    }

    @Test
    void pagesAStoredResultOfTheOtherEra() throws Exception {
        try (RelayFixture legacyRelay = fixture.relayFor("ann").open("2025-11-25", "{}");
                RelayFixture modernRelay = fixture.relayFor("ann")) {
            assertRuns(legacyRelay, 1, call("get", "{}"), textResult(records(300)));
            JsonNode modernResult =
                    assertHit(modernRelay, 1, "{\"name\":\"get\",\"arguments\":{}," + MODERN_META + "}");
            assertThat(modernResult.get("resultType").asString()).isEqualTo("complete");
            String cursor = RelayFixture.JSON
                    .readTree(text(modernResult))
                    .get("nextCursor")
                    .asString();
            JsonNode nextPage = modernRelay.exchangeLocally(
                    2,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor + "\"}," + MODERN_META + "}");
            assertThat(text(nextPage)).contains("\"items\"");
        }
    }

    @Test
    void doesNotReuseAResultThatLacksStructuredContent() throws Exception {
        try (RelayFixture oldRevision = fixture.relayFor("ann").open("2024-11-05", "{}");
                RelayFixture newRevision = fixture.relayFor("ann").open("2025-11-25", "{}")) {
            assertRuns(oldRevision, 1, call("get", "{}"), textResult("bare"));
            assertRuns(newRevision, 1, call("get", "{}"), "{\"content\":[],\"structuredContent\":{\"a\":1}}");
            assertHit(oldRevision, 2, call("get", "{}"));
            assertThat(assertHit(newRevision, 2, call("get", "{}")).has("structuredContent"))
                    .isTrue();
        }
    }

    @Test
    void callsSucceedWithAFullStore() throws Exception {
        CacheFixture smallFixture = new CacheFixture(
                new Policies(CacheFixture.ONE_HOUR_TTL, CacheFixture.RULES), new StoreLimits(2_000, 2_000, 10));
        try (RelayFixture relay = smallFixture.relayFor("ann")) {
            String words = "many words ".repeat(100);
            assertThat(text(assertRuns(relay, 1, call("get", "{}"), textResult(words))))
                    .isEqualTo(words);
            assertRuns(relay, 2, call("get", "{}"), textResult(words));
        }
    }

    @Test
    void runsTheToolAgainIfTheSnapshotIsMissing() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get", "{}"), textResult("once"));
            fixture.store.close();
            assertThat(text(assertRuns(relay, 2, call("get", "{}"), textResult("again"))))
                    .isEqualTo("again");
            assertThat(fixture.cache.usage().entries()).isZero();
        }
    }

    @Test
    void recordsCacheHitsInReceipts() throws Exception {
        try (RelayFixture relay = fixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get", "{}"), textResult(records(300)));
            assertHit(relay, 2, call("get", "{}"));
            List<Receipt> receipts = List.copyOf(fixture.receipts);
            Receipt lastReceipt = receipts.get(receipts.size() - 1);
            assertThat(lastReceipt.outcome()).isEqualTo(OutcomeKind.CACHED);
            assertThat(lastReceipt.reason()).contains("cached 0 s ago", "above the budget");
            assertThat(lastReceipt.originalTokens()).isGreaterThan(lastReceipt.answerTokens());
            assertThat(lastReceipt.context().sourceMillis()).isZero();
            assertThat(lastReceipt.context().snapshotNumber())
                    .isEqualTo(receipts.get(0).context().snapshotNumber());
            assertThat(fixture.counts().hits()).isEqualTo(1);
            assertThat(fixture.counts().misses()).isEqualTo(1);
            assertThat(fixture.counts().hitRate()).isEqualTo(0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "shadow", "ab"})
    void doesNotCacheIfTheRolloutIsNotActive(String mode) throws Exception {
        Policy partialRollout =
                CacheFixture.ONE_HOUR_TTL.withText("rollout.mode", mode).withText("rollout.percent", "0");
        CacheFixture rolloutFixture = new CacheFixture(new Policies(partialRollout, CacheFixture.RULES));
        try (RelayFixture relay = rolloutFixture.relayFor("ann")) {
            assertRuns(relay, 1, call("get", "{}"), textResult("one"));
            assertThat(text(assertRuns(relay, 2, call("get", "{}"), textResult("two"))))
                    .isEqualTo("two");
            assertThat(rolloutFixture.counts().misses()).isZero();
        }
    }

    @Test
    void loadsTheListingToFindReadOnlyTools() throws Exception {
        CacheFixture fixtureWithoutRules = new CacheFixture(Policies.of(CacheFixture.ONE_HOUR_TTL));
        try (RelayFixture relay = fixtureWithoutRules.relayFor("ann")) {
            relay.request(1, "tools/call", call("look", "{}"));
            JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
            assertThat(request.get("method").asString()).isEqualTo("tools/list");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"tools\":[{\"name\":\"look\",\"annotations\":{\"readOnlyHint\":true}},"
                    + "{\"name\":\"plain\"}]}}");
            relay.nextAtServer();
            relay.result(1, textResult("seen")).nextResult();
            assertHit(relay, 2, call("look", "{}"));
            assertRuns(relay, 3, call("plain", "{}"), textResult("one"));
            assertRuns(relay, 4, call("plain", "{}"), textResult("two"));
        }
    }
}
