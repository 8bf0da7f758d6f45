package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture.Client;
import dev.plimsoll.testkit.sample.AppPayloads;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tests MCP Apps of two servers that use the same URIs. */
@NullMarked
@Timeout(60)
class HubAppsTest {

    private static final String APPS_CAPABILITY = "{\"extensions\":{\"io.modelcontextprotocol/ui\":{}}}";

    private static HubFixture startTwoServers() {
        HubFixture hubFixture = HubFixture.of("a", "b");
        for (String name : new String[] {"a", "b"}) {
            SimulatedBackend backend = hubFixture.backend(name);
            backend.capabilities = "{\"tools\":{},\"resources\":{\"subscribe\":true},\"prompts\":{}}";
            backend.results.put(
                    "tools/list",
                    "{\"tools\":[{\"name\":\"show\",\"inputSchema\":{\"type\":\"object\"},\"_meta\":{\"ui\":{"
                            + "\"resourceUri\":\"ui://orders/view\",\"visibility\":[\"model\",\"app\"]},"
                            + "\"ui/resourceUri\":\"ui:\\/\\/orders/view\",\"openai/outputTemplate\":\"ui://orders/view\"}},"
                            + "{\"name\":\"load_" + name
                            + "\",\"inputSchema\":{\"type\":\"object\"},\"_meta\":{\"ui\":{"
                            + "\"visibility\":[\"app\"]}}},"
                            + "{\"name\":\"ask_" + name + "\",\"inputSchema\":{\"type\":\"object\"},\"_meta\":{\"ui\":{"
                            + "\"visibility\":[\"model\"]}}}]}");
            backend.results.put(
                    "resources/list",
                    "{\"resources\":[{\"uri\":\"ui://orders/view\",\"name\":\"view\",\"_meta\":{\"ui\":{\"csp\":"
                            + "{\"connectDomains\":[\"https://" + name + ".example\"]}}}},{\"uri\":\"x://" + name
                            + "\"}]}");
            backend.results.put(
                    "resources/read",
                    "{\"contents\":[{\"uri\":\"URI\",\"mimeType\":\"text/html;profile=mcp-app\",\"text\":\"<p>" + name
                            + "</p>\",\"_meta\":{\"ui\":{\"csp\":{\"connectDomains\":[\"https://" + name
                            + ".example\"]}}}}]}");
            backend.results.put(
                    "tools/call",
                    "{\"content\":[{\"type\":\"text\",\"text\":\"" + name + " did NAME\"},"
                            + "{\"type\":\"resource_link\",\"uri\":\"ui://orders/view\",\"name\":\"view\"},"
                            + "{\"type\":\"resource_link\",\"uri\":\"x://orders\",\"name\":\"data\"}],"
                            + "\"structuredContent\":{\"uri\":\"ui://orders/view\",\"orders\":"
                            + AppPayloads.records(20) + "}}");
            backend.results.put("resources/subscribe", "{}");
            backend.results.put("prompts/list", "{\"prompts\":[{\"name\":\"tour\"}]}");
        }
        return hubFixture;
    }

    private static Client appClient(HubFixture hubFixture) throws Exception {
        Client client = hubFixture.newClient();
        client.result(
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + APPS_CAPABILITY
                        + ",\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}");
        client.sendMessage("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return client;
    }

    @Test
    void listsToolsWithAppPageOfTheirServer() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            JsonNode tools = appClient(hubFixture).result("tools/list", "{}").get("tools");
            for (JsonNode tool : tools) {
                String name = tool.get("name").asString();
                if (name.endsWith("__show")) {
                    String uri = "ui://" + name.charAt(0) + "/orders/view";
                    assertThat(tool.at("/_meta/ui/resourceUri").asString()).isEqualTo(uri);
                    assertThat(tool.get("_meta").get("ui/resourceUri").asString())
                            .isEqualTo(uri);
                    assertThat(tool.get("_meta").get("openai/outputTemplate").asString())
                            .isEqualTo(uri);
                }
            }
            assertThat(tools).hasSize(7);
        }
    }

    @Test
    void readsAppPageFromItsServer() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = appClient(hubFixture);
            for (String name : new String[] {"b", "a"}) {
                String uri = "ui://" + name + "/orders/view";
                JsonNode contents = client.result("resources/read", "{\"uri\":\"" + uri + "\"}")
                        .get("contents");
                assertThat(contents).hasSize(1);
                assertThat(contents.get(0).get("uri").asString()).isEqualTo(uri);
                assertThat(contents.get(0).get("text").asString()).isEqualTo("<p>" + name + "</p>");
                assertThat(contents.get(0).at("/_meta/ui/csp/connectDomains/0").asString())
                        .isEqualTo("https://" + name + ".example");
            }
            JsonNode listed = client.result("resources/list", "{}").get("resources");
            assertThat(listed.get(2).get("uri").asString()).isEqualTo("ui://b/orders/view");
            assertThat(listed.get(2).at("/_meta/ui/csp/connectDomains/0").asString())
                    .isEqualTo("https://b.example");
            assertThat(listed.get(3).get("uri").asString()).isEqualTo("x://b");
        }
    }

    @Test
    void rewritesOnlyLinksInResults() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = appClient(hubFixture);
            client.tools();
            JsonNode result = client.call("b__show", "{}");
            assertThat(result.at("/content/1/uri").asString()).isEqualTo("ui://b/orders/view");
            assertThat(result.at("/content/2/uri").asString()).isEqualTo("x://orders");
            assertThat(result.at("/structuredContent/uri").asString()).isEqualTo("ui://orders/view");
            assertThat(result.at("/structuredContent/orders")).hasSize(20);
        }
    }

    @Test
    void rewritesLinksInPrompts() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            hubFixture
                    .backend("b")
                    .results
                    .put(
                            "prompts/get",
                            "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"resource_link\",\"uri\":"
                                    + "\"ui://orders/view\",\"name\":\"view\"}},"
                                    + "{\"role\":\"user\",\"content\":{\"type\":\"resource\",\"resource\":{\"uri\":"
                                    + "\"ui://orders/view\",\"text\":\"<p>ui://orders/view</p>\"}}},"
                                    + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"ui://orders/view\"}}]}");
            JsonNode messages = appClient(hubFixture)
                    .result("prompts/get", "{\"name\":\"b__tour\"}")
                    .get("messages");
            assertThat(messages.at("/0/content/uri").asString()).isEqualTo("ui://b/orders/view");
            assertThat(messages.at("/1/content/resource/uri").asString()).isEqualTo("ui://b/orders/view");
            assertThat(messages.at("/1/content/resource/text").asString()).isEqualTo("<p>ui://orders/view</p>");
            assertThat(messages.at("/2/content/text").asString()).isEqualTo("ui://orders/view");
        }
    }

    @Test
    void acceptsUnprefixedToolNamesFromApps() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = appClient(hubFixture);
            assertThat(HubFixture.text(client.call("load_b", "{}"))).isEqualTo("b did load_b");
            assertThat(HubFixture.text(client.call("load_a", "{}"))).isEqualTo("a did load_a");
            assertThat(HubFixture.text(client.call("show", "{}"))).contains("ACTION_NOT_FOUND", "a__show", "b__show");
            assertThat(HubFixture.text(client.call("ask_b", "{}"))).contains("ACTION_NOT_FOUND");
        }
    }

    @Test
    void notifiesOfChangedResourceWithUriThatClientKnows() throws Exception {
        try (HubFixture hubFixture = startTwoServers()) {
            Client client = appClient(hubFixture);
            SimulatedHubServer b = hubFixture.backend("b").nextStartedServer();
            client.result("resources/subscribe", "{\"uri\":\"ui://b/orders/view\"}");
            assertThat(b.next("resources/subscribe").at("/params/uri").asString())
                    .isEqualTo("ui://orders/view");
            b.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                    + "\"params\":{\"uri\":\"ui://orders/view\"}}");
            assertThat(client.nextMessage().at("/params/uri").asString()).isEqualTo("ui://b/orders/view");
        }
    }
}
