package dev.plimsoll.gateway.proxy.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.proxy.RelayFixture;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the tool list that the client receives, including the arguments that the relay adds to heavy tools. */
class ToolsListTest {

    private static final String TOOLS_CAPABILITY = "{\"tools\":{}}";
    private static final Policies SMALL_BUDGET =
            Policies.of(Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500));
    private static final Policies HEAVY_LIST_TOOLS = new Policies(
            SMALL_BUDGET.base(), List.of(new PolicyRule("list_*", policy -> policy.with(Policy.HEAVY, true))));

    @Test
    void listsTheReadToolOnTheFirstPageOnly() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            String tool = "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"x-n\":null}}";
            JsonNode first = relay.exchange(1, "tools/list", "{}", "{\"tools\":[" + tool + "],\"nextCursor\":\"\"}");
            assertThat(first.at("/tools/0").toString()).isEqualTo(tool);
            assertThat(first.at("/tools/1/name").asString()).isEqualTo("plimsoll_read");
            assertThat(first.at("/tools/1/annotations/readOnlyHint").asBoolean())
                    .isTrue();
            JsonNode second = relay.exchange(2, "tools/list", "{\"cursor\":\"\"}", "{\"tools\":[" + tool + "]}");
            assertThat(second.get("tools")).hasSize(1);
        }
    }

    @Test
    void listsNoReadToolIfNothingIsShaped() throws Exception {
        try (RelayFixture relay = new RelayFixture(Policies.of(Policy.defaults().with(Policy.ENABLED, false)))) {
            String tools = "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{},\"outputSchema\":{\"type\":\"object\"}}]}";
            assertThat(relay.exchange(1, "tools/list", "{}", tools).toString()).isEqualTo(tools);
        }
    }

    @Test
    void makesAPublicListingPrivate() throws Exception {
        try (RelayFixture relay = new RelayFixture(SMALL_BUDGET)) {
            JsonNode listedTools = relay.exchange(
                    1,
                    "tools/list",
                    "{}",
                    "{\"tools\":[],\"ttlMs\":5,\"cacheScope\":\"public\",\"resultType\":\"complete\"}");
            assertThat(listedTools.get("cacheScope").asString()).isEqualTo("private");
            assertThat(listedTools.get("ttlMs").asInt()).isEqualTo(5);
        }
    }

    @Test
    void mergesReadArgumentsIntoHeavyTools() throws Exception {
        try (RelayFixture relay = new RelayFixture(HEAVY_LIST_TOOLS).open("2025-06-18", TOOLS_CAPABILITY)) {
            JsonNode listedTools = relay.exchange(
                    1,
                    "tools/list",
                    "{}",
                    "{\"tools\":[{\"name\":\"list_x\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\","
                            + "\"properties\":{\"q\":{\"type\":\"string\"}},\"required\":[\"q\"]}}]}");
            assertThat(listedTools.at("/tools/0/inputSchema/properties").propertyNames())
                    .contains("q", "cursor", "page_size");
            relay.request(
                    2,
                    "tools/call",
                    "{\"name\":\"list_x\",\"arguments\":{\"q\":\"a\",\"page_size\":5,\"cursor\":null}}");
            assertThat(RelayFixture.JSON
                            .readTree(relay.nextAtServer())
                            .at("/params/arguments")
                            .toString())
                    .isEqualTo("{\"q\":\"a\"}");
            relay.result(2, RelayFixture.textResult(RelayFixture.records(300)));
            JsonNode page = RelayFixture.JSON.readTree(RelayFixture.text(relay.nextResult()));
            assertThat(page.get("items")).hasSize(5);
            String cursor = page.get("nextCursor").asString();
            relay.request(3, "tools/call", "{\"name\":\"list_x\",\"arguments\":{\"cursor\":\"" + cursor + "\"}}");
            JsonNode nextPage = RelayFixture.JSON.readTree(RelayFixture.text(relay.nextResult()));
            assertThat(nextPage.at("/items/0/id").asInt()).isEqualTo(5);
            relay.request(4, "tools/call", "{\"name\":\"list_x\",\"arguments\":{}}");
            assertThat(RelayFixture.text(relay.nextResult()))
                    .contains("INVALID_REQUEST")
                    .contains("q");
            assertThat(relay.serverReceivedNothing()).isTrue();
        }
    }

    @Test
    void loadsTheListingBeforeACallOfAHeavyTool() throws Exception {
        try (RelayFixture relay = new RelayFixture(HEAVY_LIST_TOOLS)) {
            relay.request(1, "tools/call", "{\"name\":\"list_x\",\"arguments\":{\"q\":\"a\",\"page_size\":5}}");
            JsonNode request = RelayFixture.JSON.readTree(relay.nextAtServer());
            assertThat(request.get("method").asString()).isEqualTo("tools/list");
            relay.fromServer(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":{\"tools\":[{\"name\":\"list_x\","
                            + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"q\":{}}}}]}}");
            assertThat(RelayFixture.JSON
                            .readTree(relay.nextAtServer())
                            .at("/params/arguments")
                            .toString())
                    .isEqualTo("{\"q\":\"a\"}");
        }
    }
}
