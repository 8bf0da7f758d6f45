package dev.plimsoll.gateway.proxy.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.tokens.Estimator;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the relay with {@code catalog: dispatch} and {@code catalog: slim}. */
@NullMarked
class DispatchCatalogTest {

    private static final Policies HEAVY_LIST_TOOLS = new Policies(
            Policy.defaults(), List.of(new PolicyRule("list_*", policy -> policy.with(Policy.HEAVY, true))));

    private static String tools(int reports) {
        StringBuilder tools = new StringBuilder("{\"tools\":[" + tool("list_orders", "readOnlyHint"));
        tools.append(',').append(tool("delete_order", "destructiveHint"));
        for (int i = 0; i < reports; i++) {
            tools.append(',').append(tool("report_" + i + "_of_sales", "readOnlyHint"));
        }
        return tools.append("]}").toString();
    }

    private static String tool(String name, String hint) {
        return "{\"name\":\"" + name + "\",\"description\":\"About " + name
                + ". It says much more than anybody wants to know of it.\",\"inputSchema\":{\"type\":\"object\","
                + "\"title\":\"Arguments\",\"properties\":{\"region\":{\"type\":\"string\"}},"
                + "\"required\":[\"region\"]},\"annotations\":{\"" + hint + "\":true}}";
    }

    /** Answers the {@code tools/list} request that the relay itself sends. */
    private static void answerListing(RelayFixture relay, String listing) throws Exception {
        JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
        assertThat(request.get("method").asString()).isEqualTo("tools/list");
        relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + listing + "}");
    }

    private static RelayFixture relay(Catalog catalog, Tier tier) throws Exception {
        return new RelayFixture(HEAVY_LIST_TOOLS, "caller", tier, catalog).open("2025-11-25", "{\"tools\":{}}");
    }

    private static String call(String arguments) {
        return "{\"name\":\"plimsoll_tools\",\"arguments\":" + arguments + ",\"_meta\":{\"a\":1}}";
    }

    @Test
    void listsDispatcherAndReadToolInPlaceOfTwoHundredTools() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.ADMIN)) {
            relay.request(1, "tools/list", "{}");
            answerListing(relay, tools(198));
            JsonNode listedTools = relay.nextResult();
            assertThat(listedTools.get("tools")).hasSize(2);
            assertThat(listedTools.get("tools").get(0).get("name").asString()).isEqualTo("plimsoll_tools");
            assertThat(listedTools.get("tools").get(1).get("name").asString()).isEqualTo("plimsoll_read");
            assertThat(Estimator.BPE.decidingCounter().count(Slice.of(listedTools.toString())))
                    .isLessThan(1_500);
            // from now on, the relay does not ask the server again
            relay.request(2, "tools/list", "{}");
            assertThat(relay.nextResult().get("tools")).hasSize(2);
        }
    }

    @Test
    void forwardsACallToItsToolAndPagesTheResult() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.ADMIN)) {
            relay.request(
                    1, "tools/call", call("{\"name\":\"list_orders\",\"call\":{\"region\":\"1.10\",\"page_size\":2}}"));
            answerListing(relay, tools(1));
            JsonNode forwardedCall = RelayFixture.JSON.readTree(relay.nextAtServer());
            assertThat(forwardedCall.get("params").toString())
                    .isEqualTo("{\"name\":\"list_orders\",\"arguments\":{\"region\":\"1.10\"},\"_meta\":{\"a\":1}}");
            String orders = "[" + "\\\"an order that somebody has made\\\",".repeat(3_000) + "7]";
            relay.result(1, "{\"content\":[{\"type\":\"text\",\"text\":\"" + orders + "\"}]}");
            JsonNode first = RelayFixture.JSON.readTree(RelayFixture.text(relay.nextResult()));
            assertThat(first.get("items")).hasSize(2);
            String cursor = first.get("nextCursor").asString();
            relay.request(2, "tools/call", call("{\"name\":\"list_orders\",\"call\":{\"cursor\":\"" + cursor + "\"}}"));
            assertThat(RelayFixture.text(relay.nextResult())).contains("\"range\":[3,4]");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void forwardsArgumentsByteForByte() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.ADMIN)) {
            relay.request(1, "tools/call", call("{\"name\":\"delete_order\",\"call\":{\"id\": 1.10}}"));
            answerListing(relay, tools(1));
            assertThat(relay.nextAtServer())
                    .contains("{\"name\":\"delete_order\",\"arguments\":{\"id\": 1.10},\"_meta\":{\"a\":1}}");
        }
    }

    @Test
    void searchesAndDescribesListedToolsWithoutAnotherRequest() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.ADMIN)) {
            relay.request(1, "tools/call", call("{\"help\":\"report 7\"}"));
            answerListing(relay, tools(9));
            assertThat(RelayFixture.text(relay.nextResult()))
                    .contains("\"tools\":[{\"name\":\"report_7_of_sales\",\"about\":\"About report_7_of_sales\"}");
            relay.request(2, "tools/call", call("{\"name\":\"list_orders\"}"));
            assertThat(RelayFixture.text(relay.nextResult()))
                    .contains("\"cursor\"")
                    .contains("\"region\"");
            relay.request(3, "tools/call", call("{\"name\":\"list_order\",\"call\":{}}"));
            assertThat(RelayFixture.text(relay.nextResult()))
                    .contains("ACTION_NOT_FOUND")
                    .contains("list_orders");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void hidesToolsThatTheCallerMayNotCall() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.READ)) {
            relay.request(1, "tools/call", call("{\"name\":\"delete_order\",\"call\":{}}"));
            answerListing(relay, tools(1));
            assertThat(RelayFixture.text(relay.nextResult())).contains("ACTION_NOT_FOUND");
            relay.request(2, "tools/list", "{}");
            assertThat(relay.nextResult().toString())
                    .doesNotContain("delete_order")
                    .contains("report_0_of_sales");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void forwardsTheListRequestIfTheLoadedListHasNoTools() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.ADMIN)) {
            relay.request(1, "tools/list", "{}");
            answerListing(relay, "{}");
            assertThat(relay.nextAtServer()).contains("\"id\":1", "tools/list");
            relay.result(1, tools(1));
            assertThat(relay.nextResult().get("tools")).hasSize(4);
        }
    }

    @Test
    void setsTheMembersThatModernClientsRequire() throws Exception {
        try (RelayFixture relay = relay(Catalog.DISPATCH, Tier.ADMIN)) {
            String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
            relay.request(1, "tools/list", "{" + meta + "}");
            answerListing(relay, tools(1));
            JsonNode listedTools = relay.nextResult();
            assertThat(listedTools.get("resultType").asString()).isEqualTo("complete");
            assertThat(listedTools.get("cacheScope").asString()).isEqualTo("private");
            relay.request(2, "tools/call", "{\"name\":\"plimsoll_tools\",\"arguments\":{}," + meta + "}");
            assertThat(relay.nextResult().get("resultType").asString()).isEqualTo("complete");
        }
    }

    @Test
    void shortensDescriptionsInASlimListing() throws Exception {
        try (RelayFixture relay = relay(Catalog.SLIM, Tier.ADMIN)) {
            JsonNode listedTools = relay.exchange(1, "tools/list", "{}", tools(2));
            assertThat(listedTools.get("tools")).hasSize(5);
            assertThat(listedTools.get("tools").get(1).get("description").asString())
                    .isEqualTo("About delete_order");
            assertThat(listedTools.get("tools").get(1).get("inputSchema").toString())
                    .isEqualTo("{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\"}},"
                            + "\"required\":[\"region\"]}");
        }
    }
}
