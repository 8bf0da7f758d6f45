package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.CacheFixture.call;
import static dev.plimsoll.gateway.proxy.CacheFixture.isHit;
import static dev.plimsoll.gateway.proxy.RelayFixture.records;
import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static dev.plimsoll.gateway.proxy.RelayFixture.textResult;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests coalesced calls, which wait for an equal call that is running and share its result. */
class SingleFlightTest {

    private static final String GET = call("get", "{}");

    private final CacheFixture fixture = new CacheFixture();

    private static RelayFixture startCall(RelayFixture relay, int id) throws Exception {
        relay.request(id, "tools/call", GET);
        assertThat(relay.nextAtServer()).contains("\"get\"");
        return relay;
    }

    /** Starts a call that joins a running call. Waits until the call is pending, because joining itself cannot be observed. */
    private static RelayFixture joinCall(RelayFixture relay, int id) throws Exception {
        return joinCall(relay, id, GET);
    }

    private static RelayFixture joinCall(RelayFixture relay, int id, String params) throws Exception {
        relay.request(id, "tools/call", params);
        Await.until("the call is pending", () -> !relay.isIdle());
        assertThat(relay.serverReceivedNothing()).isTrue();
        return relay;
    }

    private static void cancel(RelayFixture relay, int id) throws Exception {
        relay.fromClient(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    }

    @Test
    void runsEqualCallsOnceAndAnswersEach() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann").open("2025-06-18", "{}");
                RelayFixture second = fixture.relayFor("ann").open("2025-06-18", "{}");
                RelayFixture modernRelay = fixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            joinCall(
                    modernRelay,
                    1,
                    "{\"name\":\"get\",\"arguments\":{},\"_meta\":{\"dev.plimsoll/maxTokens\":25000,"
                            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}");
            first.result(1, textResult(records(300)));
            assertThat(isHit(first.nextResult())).isFalse();
            JsonNode page = second.nextResult();
            assertThat(page.get("_meta").get("dev.plimsoll/cache").get("joined").asBoolean())
                    .isTrue();
            assertThat(RelayFixture.JSON.readTree(text(page)).get("totalCount").asInt())
                    .isEqualTo(300);
            JsonNode fullResult = modernRelay.nextResult();
            assertThat(RelayFixture.JSON.readTree(text(fullResult))).hasSize(300);
            assertThat(fullResult.get("resultType").asString()).isEqualTo("complete");
            assertThat(fixture.counts().joined()).isEqualTo(2);
            assertThat(fixture.counts().misses()).isEqualTo(1);
        }
    }

    @Test
    void callsOfDifferentCallersAreNotCoalesced() throws Exception {
        try (RelayFixture relayOfAnn = fixture.relayFor("ann");
                RelayFixture relayOfBob = fixture.relayFor("bob")) {
            startCall(relayOfAnn, 1);
            startCall(relayOfBob, 1).result(1, textResult("bob's"));
            assertThat(text(relayOfBob.nextResult())).isEqualTo("bob's");
            relayOfAnn.result(1, textResult("ann's"));
            assertThat(text(relayOfAnn.nextResult())).isEqualTo("ann's");
        }
    }

    @Test
    void sharesAResultThatCannotBeStored() throws Exception {
        CacheFixture smallFixture = new CacheFixture(
                new Policies(CacheFixture.ONE_HOUR_TTL, CacheFixture.RULES), new StoreLimits(1_200, 1_200, 10));
        try (RelayFixture first = smallFixture.relayFor("ann");
                RelayFixture second = smallFixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            first.result(1, textResult("many words ".repeat(100)));
            assertThat(text(second.nextResult())).isEqualTo("many words ".repeat(100));
            assertThat(smallFixture.counts().joined()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"isError", "error", "gone", "late", "asks"})
    void coalescedCallsRunAloneIfTheFirstFails(String failure) throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann");
                RelayFixture third = fixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            joinCall(third, 1);
            switch (failure) {
                case "isError" -> first.result(1, "{\"content\":[],\"isError\":true}");
                case "error" ->
                    first.fromServer("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"\"}}");
                case "gone" -> first.closeServer();
                case "late" -> first.failAllAsOverdue();
                default -> {
                    first.fromServer(
                            "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{}}");
                    first.nextAtClient();
                    first.result(1, textResult("personal"));
                }
            }
            first.nextResult();
            assertThat(second.nextAtServer()).contains("\"get\"");
            assertThat(third.nextAtServer()).contains("\"get\"");
            assertThat(text(second.result(1, textResult("own")).nextResult())).isEqualTo("own");
            assertThat(text(third.result(1, textResult("own")).nextResult())).isEqualTo("own");
            assertThat(isHit(second.exchangeLocally(2, "tools/call", GET))).isTrue();
        }
    }

    @Test
    void aCoalescedCallReplacesACancelledFirstCall() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann");
                RelayFixture third = fixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            joinCall(third, 1);
            cancel(first, 1);
            assertThat(first.nextAtServer()).contains("notifications/cancelled");
            Await.until(
                    "a coalesced call runs", () -> !second.serverReceivedNothing() || !third.serverReceivedNothing());
            RelayFixture runningRelay = third.serverReceivedNothing() ? second : third;
            RelayFixture waitingRelay = runningRelay == second ? third : second;
            assertThat(runningRelay.nextAtServer()).contains("\"get\"");
            Await.until("the other call is pending", () -> !waitingRelay.isIdle());
            runningRelay.result(1, textResult("new"));
            assertThat(text(runningRelay.nextResult())).isEqualTo("new");
            assertThat(text(waitingRelay.nextResult())).isEqualTo("new");
            assertThat(waitingRelay.serverReceivedNothing()).isTrue();
            assertThat(first.clientReceivedNothing()).isTrue();
        }
    }

    @Test
    void cancellingACoalescedCallDoesNotAffectOtherCalls() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann");
                RelayFixture third = fixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            joinCall(third, 1);
            cancel(second, 1);
            assertThat(second.isIdle()).isTrue();
            assertThat(second.serverReceivedNothing()).isTrue();
            first.result(1, textResult("one"));
            assertThat(text(first.nextResult())).isEqualTo("one");
            assertThat(text(third.nextResult())).isEqualTo("one");
            assertThat(second.clientReceivedNothing()).isTrue();
        }
    }

    @Test
    void aClosedClientHasNoPendingCoalescedCall() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            second.cancelAll();
            assertThat(second.isIdle()).isTrue();
            first.cancelAll();
            assertThat(first.isIdle()).isTrue();
        }
    }

    @Test
    void aCoalescedCallRunsAloneAfterATimeout() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann")) {
            startCall(first, 1);
            joinCall(second, 1);
            second.failAllAsOverdue();
            assertThat(second.nextAtServer()).contains("\"get\"");
            assertThat(text(second.result(1, textResult("own")).nextResult())).isEqualTo("own");
            assertThat(text(first.result(1, textResult("first")).nextResult())).isEqualTo("first");
        }
    }

    @Test
    void sendsProgressOfTheServerOnlyToTheRunningCall() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann")) {
            String params = "{\"name\":\"get\",\"arguments\":{},\"_meta\":{\"progressToken\":\"t\"}}";
            first.request(1, "tools/call", params).nextAtServer();
            joinCall(second, 1, params);
            first.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                    + "\"params\":{\"progressToken\":\"t\",\"progress\":0.25}}");
            assertThat(first.nextAtClient()).contains("0.25");
            first.result(1, textResult("one"));
            String answer = second.nextAtClient();
            assertThat(answer).doesNotContain("0.25");
        }
    }

    @Test
    void aDispatchedCoalescedCallRunsItsToolAfterAFailure() throws Exception {
        String dispatchedCall = call("plimsoll_tools", "{\"name\":\"get\",\"call\":{}}");
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann", Catalog.DISPATCH)) {
            startCall(first, 1);
            second.request(1, "tools/call", dispatchedCall);
            JsonNode request = RelayFixture.JSON.readTree(second.nextAtServer());
            second.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"tools\":[{\"name\":\"get\",\"inputSchema\":{\"type\":\"object\"}}]}}");
            Await.until("the call is pending", () -> !second.isIdle());
            first.result(1, "{\"content\":[],\"isError\":true}");
            JsonNode forwardedCall = RelayFixture.JSON.readTree(second.nextAtServer());
            assertThat(forwardedCall.get("params").get("name").asString()).isEqualTo("get");
            assertThat(text(second.result(1, textResult("own")).nextResult())).isEqualTo("own");
            assertThat(isHit(second.exchangeLocally(2, "tools/call", dispatchedCall)))
                    .isTrue();
        }
    }

    @Test
    void doesNotJoinACallThatStartedBeforeAWrite() throws Exception {
        try (RelayFixture first = fixture.relayFor("ann");
                RelayFixture writer = fixture.relayFor("ann");
                RelayFixture second = fixture.relayFor("ann")) {
            startCall(first, 1);
            writer.exchange(1, "tools/call", call("set", "{}"), textResult("done"));
            startCall(second, 1);
            first.result(1, textResult("before"));
            assertThat(text(first.nextResult())).isEqualTo("before");
            assertThat(text(second.result(1, textResult("after")).nextResult())).isEqualTo("after");
            assertThat(text(first.exchangeLocally(2, "tools/call", GET))).isEqualTo("after");
        }
    }
}
