package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.testkit.sample.AppPayloads;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the relay between a client and a server with MCP Apps. */
@NullMarked
class AppsTest {

    private static final Policies POLICIES = Policies.of(Policy.defaults());
    private static final String PAGE_RESULT =
            AppPayloads.pageResult("ui://shop/orders", AppPayloads.MIME_TYPE, AppPayloads.page(300_000));

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-06-18", "2025-11-25"})
    void passesAnAppPageUnchanged(String revision) throws Exception {
        try (RelayFixture relay = new RelayFixture(POLICIES)) {
            relay.open(revision, "{\"tools\":{},\"resources\":{}}");
            relay.request(1, "resources/read", "{\"uri\":\"ui://shop/orders\"}").nextAtServer();
            relay.result(1, PAGE_RESULT);
            assertThat(relay.nextAtClient()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + PAGE_RESULT + "}");
        }
    }

    @Test
    void passesAnAppPageToAModernClient() throws Exception {
        String result = PAGE_RESULT.replaceFirst("\\{", "{\"resultType\":\"complete\",\"ttlMs\":60000,");
        try (RelayFixture relay = new RelayFixture(POLICIES)) {
            String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
            relay.request(1, "resources/read", "{\"uri\":\"ui://shop/orders\"," + meta + "}")
                    .nextAtServer();
            relay.result(1, result);
            assertThat(relay.nextAtClient()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
        }
    }

    private static final String DATA = "{\"orders\": " + AppPayloads.records(800) + "}";
    private static final String RESULT = AppPayloads.toolResult("Here are 800 orders.", DATA);
    private static final String EXTENSION =
            "{\"extensions\":{\"io.modelcontextprotocol/ui\":" + "{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}}";
    private static final String TOOLS = "{\"tools\":["
            + tool(
                    "show_orders",
                    "{\"ui\":{\"resourceUri\":\"ui://shop/orders\"},\"ui/resourceUri\":\"ui://shop/orders\"}")
            + "," + tool("load_orders", "{\"ui\":{\"resourceUri\":\"ui://shop/orders\",\"visibility\":[\"app\"]}}")
            + "," + tool("chart", "{\"openai/outputTemplate\":\"ui://shop/chart\"}")
            + "," + tool("list_orders", "{\"other\":1}") + "]}";

    private static String tool(String name, String meta) {
        return "{\"name\":\"" + name + "\",\"description\":\"About orders.\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"_meta\":" + meta + "}";
    }

    private static RelayFixture relay(String capabilities) throws Exception {
        RelayFixture relay = new RelayFixture(POLICIES);
        String initializeResult =
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{}}}";
        relay.exchange(
                0,
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities + "}",
                initializeResult);
        return relay;
    }

    private static String data(String message) {
        String prefix = "\"structuredContent\": ";
        int prefixStart = message.indexOf(prefix);
        return prefixStart < 0
                ? ""
                : message.substring(prefixStart + prefix.length(), message.indexOf(",\"_meta\":", prefixStart));
    }

    @ParameterizedTest
    @ValueSource(strings = {"show_orders", "load_orders", "chart"})
    void givesAnAppItsFullData(String tool) throws Exception {
        try (RelayFixture relay = relay(EXTENSION)) {
            relay.exchange(1, "tools/list", "{}", TOOLS);
            relay.request(2, "tools/call", "{\"name\":\"" + tool + "\"}").nextAtServer();
            relay.result(2, RESULT);
            assertThat(data(relay.nextAtClient())).isEqualTo(DATA);
        }
    }

    @Test
    void shapesToolsWithoutAnApp() throws Exception {
        try (RelayFixture relay = relay(EXTENSION)) {
            relay.exchange(1, "tools/list", "{}", TOOLS);
            assertThat(relay.exchange(2, "tools/call", "{\"name\":\"list_orders\"}", RESULT)
                            .toString()
                            .length())
                    .isLessThan(60_000);
        }
    }

    @Test
    void loadsTheListingBeforeTheFirstCall() throws Exception {
        try (RelayFixture relay = relay(EXTENSION)) {
            relay.request(2, "tools/call", "{\"name\":\"show_orders\"}");
            String request = relay.nextAtServer();
            assertThat(request).contains("tools/list");
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":"
                    + RelayFixture.JSON.readTree(request).get("id") + ",\"result\":" + TOOLS + "}");
            assertThat(relay.nextAtServer()).contains("show_orders");
            relay.result(2, RESULT);
            assertThat(data(relay.nextAtClient())).isEqualTo(DATA);
        }
    }

    @Test
    void givesTheDataToAModernClientThatDeclaresTheExtension() throws Exception {
        String metaWithExtension = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":" + EXTENSION + "}";
        String metaWithoutExtension = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
        String result = RESULT.replaceFirst("\\{", "{\"resultType\":\"complete\",");
        try (RelayFixture relay = new RelayFixture(POLICIES)) {
            relay.exchange(1, "tools/list", "{" + metaWithExtension + "}", TOOLS);
            relay.request(2, "tools/call", "{\"name\":\"show_orders\"," + metaWithExtension + "}")
                    .nextAtServer();
            relay.result(2, result);
            assertThat(data(relay.nextAtClient())).isEqualTo(DATA);
            relay.request(3, "tools/call", "{\"name\":\"show_orders\"," + metaWithoutExtension + "}")
                    .nextAtServer();
            relay.result(3, result);
            assertThat(data(relay.nextAtClient())).isNotEqualTo(DATA);
        }
    }

    @Test
    void givesTheDataToASessionThatReadsAnAppPage() throws Exception {
        try (RelayFixture relay = relay("{}")) {
            relay.exchange(1, "tools/list", "{}", TOOLS);
            assertThat(relay.exchange(2, "tools/call", "{\"name\":\"show_orders\"}", RESULT)
                            .toString()
                            .length())
                    .isLessThan(60_000);
            relay.request(3, "tools/call", "{\"name\":\"show_orders\"}").nextAtServer();
            relay.request(4, "resources/read", "{\"uri\":\"ui://shop/orders\"}").nextAtServer();
            relay.result(3, RESULT);
            assertThat(data(relay.nextAtClient())).isEqualTo(DATA);
            relay.result(4, PAGE_RESULT);
            assertThat(relay.nextAtClient()).contains(PAGE_RESULT);
        }
    }

    @Test
    void listsTheAppForAllClients() throws Exception {
        try (RelayFixture relay = relay("{}")) {
            relay.request(1, "tools/list", "{}").nextAtServer();
            relay.result(1, TOOLS);
            assertThat(relay.nextAtClient())
                    .contains("\"_meta\":{\"ui\":{\"resourceUri\":\"ui://shop/orders\"},\"ui/resourceUri\":")
                    .contains("load_orders");
        }
    }

    private static String listWithDispatchCatalog(boolean declaresExtension) throws Exception {
        RelayFixture relay = new RelayFixture(POLICIES, "caller", Tier.ADMIN, Catalog.DISPATCH);
        try (relay) {
            String initializeResult = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}}}";
            relay.exchange(
                    0,
                    "initialize",
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + (declaresExtension ? EXTENSION : "{}")
                            + "}",
                    initializeResult);
            relay.request(1, "tools/list", "{}");
            String request = relay.nextAtServer();
            relay.fromServer("{\"jsonrpc\":\"2.0\",\"id\":"
                    + RelayFixture.JSON.readTree(request).get("id") + ",\"result\":" + TOOLS + "}");
            String listedTools = relay.nextAtClient();
            String help = "{\"name\":\"plimsoll_tools\",\"arguments\":{\"help\":\"\"}}";
            String callOfHiddenTool =
                    "{\"name\":\"plimsoll_tools\",\"arguments\":{\"name\":\"load_orders\",\"call\":{}}}";
            String foundHelp = RelayFixture.text(relay.exchangeLocally(2, "tools/call", help));
            assertThat(foundHelp).contains("list_orders").doesNotContain("load_orders");
            assertThat(RelayFixture.text(relay.exchangeLocally(3, "tools/call", callOfHiddenTool)))
                    .contains("ACTION_NOT_FOUND");
            return listedTools;
        }
    }

    @Test
    void listsToolsWithAnAppBesideTheDispatchTool() throws Exception {
        assertThat(listWithDispatchCatalog(false))
                .contains("\"plimsoll_tools\"", tool("chart", "{\"openai/outputTemplate\":\"ui://shop/chart\"}"))
                .contains("\"show_orders\"", "\"ui/resourceUri\":\"ui://shop/orders\"")
                .doesNotContain("load_orders");
        assertThat(listWithDispatchCatalog(true)).contains("\"show_orders\"", "\"name\":\"load_orders\"");
    }
}
