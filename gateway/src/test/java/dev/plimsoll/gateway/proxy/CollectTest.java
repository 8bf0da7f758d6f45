package dev.plimsoll.gateway.proxy;

import static dev.plimsoll.gateway.proxy.RelayFixture.JSON;
import static dev.plimsoll.gateway.proxy.RelayFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.fixture.PagedServer;
import dev.plimsoll.policy.PagingKeys;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.StyleId;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.testkit.Await;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests {@code collect}, which joins the further pages of servers. The tools page like well-known APIs. */
@Timeout(60)
class CollectTest extends CollectFixture {

    @ParameterizedTest
    @CsvSource({
        "crm, .results, All 50 pages",
        "gitlab, .items, All 50 pages",
        "stripe, .data, All 50 pages",
        "slack, .messages, All 50 pages",
        "jira, .issues, All 50 pages",
        "github, ., 50 pages",
        "csv, ., 50 pages"
    })
    void answersOverAllRecords(String tool, String list, String pages) throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, tool);
            JsonNode answer = document(read(
                    relay,
                    cursor,
                    "\"collect\":true,\"query\":{\"n\":\"" + list + " | length\",\"sum\":\"" + list
                            + " | map(.id) | add\"}"));
            assertThat(answer.get("results").toString()).isEqualTo("{\"n\":5000,\"sum\":12502500}");
            assertThat(answer.get("notice").asString())
                    .startsWith(pages + " of " + tool + " joined: 5,000 records, read at ");
            assertThat(calls).hasSize(50);
        }
    }

    @Test
    void recordsKeepTheirBytes() throws Exception {
        server = new PagedServer(230);
        try (RelayFixture relay =
                relay(new PolicyRule("crm", policy -> policy.with(Policy.FULL_BUDGET_THRESHOLD, 100_000)))) {
            String wholeResult = text(read(relay, cursorOf(relay, "crm"), "\"collect\":true,\"mode\":\"full\""));
            StringBuilder expected =
                    new StringBuilder("{\"count\":230,\"next\":\"https://crm.example/items?page=2\",\"results\":[");
            for (int i = 0; i < 230; i++) {
                expected.append(i == 0 ? "" : ",").append(PagedServer.item(i));
            }
            assertThat(wholeResult).isEqualTo(expected.append("]}").toString());
        }
    }

    @Test
    void sendsTheArgumentsOfTheCallToEachPage() throws Exception {
        try (RelayFixture relay = relay()) {
            String first = text(call(relay, params("github", "{\"per_page\":80,\"page\":3}")));
            read(relay, cursorIn(first), "\"collect\":3,\"query\":\"length\"");
            assertThat(calls.stream().map(call -> call.get("arguments").toString()))
                    .containsExactly(
                            "{\"per_page\":80,\"page\":3}",
                            "{\"per_page\":80,\"page\":4}",
                            "{\"per_page\":80,\"page\":5}");
        }
    }

    @Test
    void theFirstResultStaysAsItIs() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "crm");
            String collectedCursor = cursorIn(text(read(relay, cursor, "\"collect\":2")));
            assertThat(document(read(relay, cursor, "\"query\":\".results|length\""))
                            .get("results")
                            .toString())
                    .isEqualTo("[100]");
            assertThat(document(read(relay, collectedCursor, "\"query\":\".results|length\""))
                            .get("results")
                            .toString())
                    .isEqualTo("[200]");
            assertThat(message(read(relay, collectedCursor, "\"collect\":true")))
                    .isEqualTo("collect: this result holds the server's further pages already: 2 pages");
        }
    }

    @Test
    void noticeNamesTheLimitAndTheNextCall() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "slack");
            JsonNode answer = document(read(relay, cursor, "\"collect\":\"3\",\"query\":\".messages|length\""));
            assertThat(answer.get("results").toString()).isEqualTo("[300]");
            assertThat(answer.get("notice").asString())
                    .contains(
                            "The server has more: 3 pages were asked for. To go on, call slack again with cursor = \"c300\".");
            assertThat(answer.get("upstream").toString()).isEqualTo("{\"next_cursor\":\"c300\"}");
            // a later read of the joined result has the same sentence
            String laterCursor = cursorIn(answer.toString());
            assertThat(document(read(relay, laterCursor, "\"query\":\".ok\""))
                            .get("notice")
                            .asString())
                    .contains("To go on, call slack again");
        }
    }

    @Test
    void keepsThePagesBeforeOneThatFails() throws Exception {
        failingCalls.add(4);
        try (RelayFixture relay = relay()) {
            JsonNode answer =
                    document(read(relay, cursorOf(relay, "stripe"), "\"collect\":true,\"query\":\".data|length\""));
            assertThat(answer.get("results").toString()).isEqualTo("[300]");
            assertThat(answer.get("notice").asString())
                    .startsWith("3 pages of stripe joined: 300 records")
                    .contains("Page 4 could not be read, so it and later ones are missing: out of quota.");
            assertThat(answer.get("warnings").toString()).contains("the upstream has more");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "writer | true | collect: writer does not say that it only reads (readOnlyHint), and further pages are read by calling it",
                "no_page_argument | true | collect: no_page_argument has no argument that selects a page (such as page, offset, or cursor)",
                "crm    | 51   | collect must be true, or a number of pages from 1 to 50, got 51",
                "crm    | -1   | collect must be true, or a number of pages from 1 to 50, got -1",
                "crm    | [1]  | collect must be true, or a number of pages from 1 to 50, got [1]"
            })
    void refusesBeforeItReadsAFurtherPage(String tool, String collect, String message) throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, tool);
            assertThat(message(read(relay, cursor, "\"collect\":" + collect))).isEqualTo(message);
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void checksAllArgumentsFirst() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "crm");
            assertThat(document(read(relay, cursor, "\"collect\":true,\"query\":\"lenth(\""))
                            .at("/error/code")
                            .asString())
                    .isEqualTo("QUERY_INVALID");
            assertThat(document(read(relay, cursor, "\"collect\":true,\"query\":\"$o\",\"with\":{\"o\":\"x\"}"))
                            .at("/error/code")
                            .asString())
                    .isEqualTo("CURSOR_INVALID");
            assertThat(document(read(relay, "x".repeat(48), "\"collect\":true"))
                            .at("/error/code")
                            .asString())
                    .isEqualTo("CURSOR_INVALID");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void falseAndEmptyValuesCollectNothing() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "crm");
            for (String emptyValue : List.of("false", "null", "0", "\"\"")) {
                assertThat(document(read(relay, cursor, "\"query\":\".results|length\",\"collect\":" + emptyValue))
                                .get("results")
                                .toString())
                        .isEqualTo("[100]");
            }
        }
    }

    @Test
    void aRuleJoinsPagesOfEachFirstAnswer() throws Exception {
        try (RelayFixture relay = relay(
                new PolicyRule("crm", policy -> policy.with(PagingKeys.COLLECT, 4)),
                new PolicyRule("writer", policy -> policy.with(PagingKeys.COLLECT, 4)))) {
            JsonNode answer = document(call(relay, params("crm", "{}")));
            assertThat(answer.get("totalCount").asInt()).isEqualTo(400);
            assertThat(answer.get("notice").asString()).startsWith("4 pages of crm joined: 400 records");
            assertThat(calls).hasSize(4);
            assertThat(document(call(relay, params("writer", "{}")))
                            .get("totalCount")
                            .asInt())
                    .isEqualTo(100);
            assertThat(calls).hasSize(5);
        }
    }

    @Test
    void aRuleLeavesAResultOfOnePageAsItIs() throws Exception {
        server = new PagedServer(3);
        try (RelayFixture relay = relay(new PolicyRule("crm", policy -> policy.with(PagingKeys.COLLECT, 4)))) {
            assertThat(text(call(relay, params("crm", "{}")))).isEqualTo(server.page("crm", JSON.createObjectNode()));
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void aJoinedResultWithinTheBudgetHasANotice() throws Exception {
        server = new PagedServer(5);
        try (RelayFixture relay = relay(new PolicyRule("github", policy -> policy.with(PagingKeys.COLLECT, 4)))) {
            JsonNode answer = document(call(relay, params("github", "{\"per_page\":2}")));
            assertThat(answer.get("notice").asString()).startsWith("All 3 pages of github joined: 5 records");
            assertThat(answer.get("items").size()).isEqualTo(5);
        }
    }

    @Test
    void heavyToolAcceptsCollect() throws Exception {
        try (RelayFixture relay = relay(new PolicyRule("jira", policy -> policy.with(Policy.HEAVY, true)))) {
            JsonNode answer = document(call(relay, params("jira", "{\"collect\":true,\"query\":\".issues|length\"}")));
            assertThat(answer.get("results").toString()).isEqualTo("[5000]");
            assertThat(calls.getFirst().get("arguments").toString()).isEqualTo("{}");
        }
    }

    @ParameterizedTest
    @CsvSource({"list", "probe"})
    void listAndProbeReportCollectedPagesInMeta(String style) throws Exception {
        try (RelayFixture relay = relay(new PolicyRule(
                "jira",
                policy -> policy.with(Policy.HEAVY, true)
                        .with(Policy.STYLE, new StyleId(style))
                        .with(PagingKeys.COLLECT, 50)))) {
            JsonNode result = call(relay, params("jira", "{}"));
            JsonNode collectedFacts =
                    result.get("_meta").get("dev.plimsoll/page").get("collected");
            assertThat(collectedFacts.get("pages").asInt()).isEqualTo(50);
            assertThat(collectedFacts.get("records").asInt()).isEqualTo(5_000);
            assertThat(collectedFacts.get("complete").asBoolean()).isTrue();
            assertThat(collectedFacts.get("firstReadAt").asString())
                    .isLessThanOrEqualTo(collectedFacts.get("lastReadAt").asString());
            assertThat(document(result).has("notice")).isFalse();
        }
    }

    @Test
    void cancellingEndsTheCallsOfThePages() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "slack");
            relay.request(
                    77, "tools/call", params("plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"collect\":true}"));
            JsonNode page = JSON.readTree(relay.nextAtServer());
            assertThat(relay.isIdle()).isFalse();
            relay.fromClient(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}");
            JsonNode cancellation = JSON.readTree(relay.nextAtServer());
            assertThat(cancellation.at("/params/requestId")).isEqualTo(page.get("id"));
            Await.until("the relay is idle", relay::isIdle);
            assertThat(relay.serverReceivedNothing()).isTrue();
            assertThat(relay.clientReceivedNothing()).isTrue();
        }
    }

    @Test
    void keepsTheFirstPageIfTheServerCloses() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "slack");
            relay.request(
                    77,
                    "tools/call",
                    params(
                            "plimsoll_read",
                            "{\"cursor\":\"" + cursor + "\",\"collect\":true,\"query\":\".messages|length\"}"));
            relay.nextAtServer();
            relay.closeServer();
            JsonNode answer = document(relay.nextResult());
            assertThat(answer.get("results").toString()).isEqualTo("[100]");
            assertThat(answer.get("notice").asString()).contains("Page 2 could not be read", "UPSTREAM_UNAVAILABLE");
        }
    }

    @Test
    void offersCollectOnlyForToolsThatPage() throws Exception {
        Policy policy = POLICY.with(Policy.TOKEN_BUDGET_THRESHOLD, 1_200);
        try (RelayFixture relay = new RelayFixture(Policies.of(policy), "ann")) {
            JsonNode listing = relay.exchange(1, "tools/list", "{}", PagedServer.tools());
            JsonNode readTool = listing.get("tools").get(listing.get("tools").size() - 1);
            assertThat(readTool.at("/inputSchema/properties/collect/type").toString())
                    .isEqualTo("[\"boolean\",\"integer\"]");
            assertThat(readTool.at("/annotations/openWorldHint").asBoolean()).isTrue();
            assertThat(text(call(relay, params("crm", "{}")))).contains("\"collect\":true");
            assertThat(text(call(relay, params("writer", "{}")))).doesNotContain("collect");
            assertThat(text(call(relay, params("no_page_argument", "{}")))).doesNotContain("collect");
            // a list that says nothing about further pages may be complete
            assertThat(text(call(relay, params("github", "{}")))).doesNotContain("collect");
        }
    }

    @ParameterizedTest
    @CsvSource({"FULL", "DISPATCH"})
    void doesNotListCollectWithoutAToolThatPages(Catalog catalog) throws Exception {
        String tools =
                "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"page\":{}}}},"
                        + "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}]}";
        try (RelayFixture relay = new RelayFixture(Policies.of(POLICY), "ann", Tier.ADMIN, catalog)) {
            relay.request(1, "tools/list", "{}");
            JsonNode request = JSON.readTree(relay.nextAtServer());
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + tools + "}");
            JsonNode listing = relay.nextResult().get("tools");
            JsonNode readTool = listing.get(listing.size() - 1);
            assertThat(readTool.at("/inputSchema/properties").has("collect")).isFalse();
            assertThat(readTool.at("/annotations/openWorldHint").asBoolean()).isFalse();
        }
    }

    @Test
    void reportsProgressInPages() throws Exception {
        try (RelayFixture relay = relay()) {
            String cursor = cursorOf(relay, "slack");
            relay.request(
                    77,
                    "tools/call",
                    "{\"name\":\"plimsoll_read\",\"arguments\":{\"cursor\":\"" + cursor
                            + "\",\"collect\":3},\"_meta\":{\"progressToken\":\"p\"}}");
            JsonNode secondPageCall = JSON.readTree(relay.nextAtServer());
            assertThat(secondPageCall.at("/params/_meta").toString()).doesNotContain("progressToken");
            // progress is reported once a second
            Thread.sleep(1_100);
            answer(relay, secondPageCall);
            JsonNode progress = JSON.readTree(relay.nextAtClient());
            assertThat(progress.at("/params").toString())
                    .isEqualTo("{\"progressToken\":\"p\",\"progress\":2,\"message\":\"2 pages\"}");
            answer(relay, JSON.readTree(relay.nextAtServer()));
            assertThat(document(relay.nextResult()).get("totalCount").asInt()).isEqualTo(300);
        }
    }
}
