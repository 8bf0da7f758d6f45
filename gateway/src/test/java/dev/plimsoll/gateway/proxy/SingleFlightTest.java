package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.Conversing.records;
import static dev.plimsoll.gateway.proxy.Conversing.text;
import static dev.plimsoll.gateway.proxy.Conversing.textResult;
import static dev.plimsoll.gateway.proxy.Larder.call;
import static dev.plimsoll.gateway.proxy.Larder.isHit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.Await;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SingleFlightTest {

    private static final String GET = call("get", "{}");

    private final Larder fixture = new Larder();

    private static Conversing begins(Conversing relay, int id) throws Exception {
        relay.request(id, "tools/call", GET);
        assertThat(relay.toServer()).contains("\"get\"");
        return relay;
    }

    /** Starts a call that joins another, and waits until it has joined, which is not visible from outside. */
    private static Conversing follows(Conversing relay, int id) throws Exception {
        return follows(relay, id, GET);
    }

    private static Conversing follows(Conversing relay, int id, String params) throws Exception {
        relay.request(id, "tools/call", params);
        Await.until("the call is pending", () -> !relay.isIdle());
        assertThat(relay.serverHeardNothing()).isTrue();
        return relay;
    }

    private static void cancel(Conversing relay, int id) throws Exception {
        relay.fromClient(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    }

    @Test
    void runsEqualCallsOnceAndAnswersEach() throws Exception {
        try (Conversing leader = fixture.caller("ann").open("2025-06-18", "{}");
                Conversing second = fixture.caller("ann").open("2025-06-18", "{}");
                Conversing modern = fixture.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            follows(
                    modern,
                    1,
                    "{\"name\":\"get\",\"arguments\":{},\"_meta\":{\"dev.plimsoll/maxTokens\":25000,"
                            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}");
            leader.result(1, textResult(records(300)));
            assertThat(isHit(leader.answer())).isFalse();
            JsonNode page = second.answer();
            assertThat(page.get("_meta").get("dev.plimsoll/cache").get("joined").asBoolean())
                    .isTrue();
            assertThat(Conversing.JSON.readTree(text(page)).get("totalCount").asInt())
                    .isEqualTo(300);
            JsonNode full = modern.answer();
            assertThat(Conversing.JSON.readTree(text(full))).hasSize(300);
            assertThat(full.get("resultType").asString()).isEqualTo("complete");
            assertThat(fixture.counts().joined()).isEqualTo(2);
            assertThat(fixture.counts().misses()).isEqualTo(1);
        }
    }

    @Test
    void callsOfDifferentCallersAreNotCoalesced() throws Exception {
        try (Conversing ann = fixture.caller("ann");
                Conversing bob = fixture.caller("bob")) {
            begins(ann, 1);
            begins(bob, 1).result(1, textResult("bob's"));
            assertThat(text(bob.answer())).isEqualTo("bob's");
            ann.result(1, textResult("ann's"));
            assertThat(text(ann.answer())).isEqualTo("ann's");
        }
    }

    @Test
    void sharesAResultThatCannotBeStored() throws Exception {
        Larder small = new Larder(new Policies(Larder.HOUR, Larder.RULES), new StoreLimits(1_200, 1_200, 10));
        try (Conversing leader = small.caller("ann");
                Conversing second = small.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            leader.result(1, textResult("many words ".repeat(100)));
            assertThat(text(second.answer())).isEqualTo("many words ".repeat(100));
            assertThat(small.counts().joined()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"isError", "error", "gone", "late", "asks"})
    void coalescedCallsRunAloneIfTheFirstFails(String how) throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann");
                Conversing third = fixture.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            follows(third, 1);
            switch (how) {
                case "isError" -> leader.result(1, "{\"content\":[],\"isError\":true}");
                case "error" ->
                    leader.fromServer("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"\"}}");
                case "gone" -> leader.serverEnds();
                case "late" -> leader.losesPatience();
                default -> {
                    leader.fromServer(
                            "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{}}");
                    leader.toClient();
                    leader.result(1, textResult("personal"));
                }
            }
            leader.answer();
            assertThat(second.toServer()).contains("\"get\"");
            assertThat(third.toServer()).contains("\"get\"");
            assertThat(text(second.result(1, textResult("own")).answer())).isEqualTo("own");
            assertThat(text(third.result(1, textResult("own")).answer())).isEqualTo("own");
            assertThat(isHit(second.exchangeHere(2, "tools/call", GET))).isTrue();
        }
    }

    @Test
    void aCoalescedCallReplacesACancelledFirstCall() throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann");
                Conversing third = fixture.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            follows(third, 1);
            cancel(leader, 1);
            assertThat(leader.toServer()).contains("notifications/cancelled");
            Await.until("a coalesced call runs", () -> !second.serverHeardNothing() || !third.serverHeardNothing());
            Conversing next = third.serverHeardNothing() ? second : third;
            Conversing other = next == second ? third : second;
            assertThat(next.toServer()).contains("\"get\"");
            Await.until("the other call is pending", () -> !other.isIdle());
            next.result(1, textResult("new"));
            assertThat(text(next.answer())).isEqualTo("new");
            assertThat(text(other.answer())).isEqualTo("new");
            assertThat(other.serverHeardNothing()).isTrue();
            assertThat(leader.clientHeardNothing()).isTrue();
        }
    }

    @Test
    void cancellingACoalescedCallDoesNotAffectOthers() throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann");
                Conversing third = fixture.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            follows(third, 1);
            cancel(second, 1);
            assertThat(second.isIdle()).isTrue();
            assertThat(second.serverHeardNothing()).isTrue();
            leader.result(1, textResult("one"));
            assertThat(text(leader.answer())).isEqualTo("one");
            assertThat(text(third.answer())).isEqualTo("one");
            assertThat(second.clientHeardNothing()).isTrue();
        }
    }

    @Test
    void aClosedClientHasNoPendingCoalescedCall() throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            second.cancelAll();
            assertThat(second.isIdle()).isTrue();
            leader.cancelAll();
            assertThat(leader.isIdle()).isTrue();
        }
    }

    @Test
    void aCoalescedCallRunsAloneAfterATimeout() throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann")) {
            begins(leader, 1);
            follows(second, 1);
            second.losesPatience();
            assertThat(second.toServer()).contains("\"get\"");
            assertThat(text(second.result(1, textResult("own")).answer())).isEqualTo("own");
            assertThat(text(leader.result(1, textResult("first")).answer())).isEqualTo("first");
        }
    }

    @Test
    void sendsProgressOfTheServerOnlyToTheRunningCall() throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann")) {
            String params = "{\"name\":\"get\",\"arguments\":{},\"_meta\":{\"progressToken\":\"t\"}}";
            leader.request(1, "tools/call", params).toServer();
            follows(second, 1, params);
            leader.fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                    + "\"params\":{\"progressToken\":\"t\",\"progress\":0.25}}");
            assertThat(leader.toClient()).contains("0.25");
            leader.result(1, textResult("one"));
            String answer = second.toClient();
            assertThat(answer).doesNotContain("0.25");
        }
    }

    @Test
    void aDispatchedCoalescedCallRunsItsToolAfterAFailure() throws Exception {
        String get = call("plimsoll_tools", "{\"name\":\"get\",\"call\":{}}");
        try (Conversing leader = fixture.caller("ann");
                Conversing second = fixture.caller("ann", Catalog.DISPATCH)) {
            begins(leader, 1);
            second.request(1, "tools/call", get);
            JsonNode request = Conversing.JSON.readTree(second.toServer());
            second.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"tools\":[{\"name\":\"get\",\"inputSchema\":{\"type\":\"object\"}}]}}");
            Await.until("the call is pending", () -> !second.isIdle());
            leader.result(1, "{\"content\":[],\"isError\":true}");
            JsonNode sent = Conversing.JSON.readTree(second.toServer());
            assertThat(sent.get("params").get("name").asString()).isEqualTo("get");
            assertThat(text(second.result(1, textResult("own")).answer())).isEqualTo("own");
            assertThat(isHit(second.exchangeHere(2, "tools/call", get))).isTrue();
        }
    }

    @Test
    void doesNotJoinACallThatStartedBeforeAWrite() throws Exception {
        try (Conversing leader = fixture.caller("ann");
                Conversing writer = fixture.caller("ann");
                Conversing second = fixture.caller("ann")) {
            begins(leader, 1);
            writer.exchange(1, "tools/call", call("set", "{}"), textResult("done"));
            begins(second, 1);
            leader.result(1, textResult("before"));
            assertThat(text(leader.answer())).isEqualTo("before");
            assertThat(text(second.result(1, textResult("after")).answer())).isEqualTo("after");
            assertThat(text(leader.exchangeHere(2, "tools/call", GET))).isEqualTo("after");
        }
    }
}
