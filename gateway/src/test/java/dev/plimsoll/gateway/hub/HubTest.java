package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.Joined.Client;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests several servers that appear as one. */
class HubTest {

    @Test
    void initializesAllServersWithClientParameters() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            joined.backend("files").instructions = "Paths begin with a slash.";
            joined.backend("crm").capabilities =
                    "{\"tools\":{},\"prompts\":{},\"logging\":{},\"resources\":{\"subscribe\":true}}";
            JsonNode opened = joined.unopened().initialize("2025-06-18");
            assertThat(opened.get("protocolVersion").asString()).isEqualTo("2025-06-18");
            assertThat(opened.at("/serverInfo/name").asString()).isEqualTo("plimsoll");
            assertThat(opened.at("/capabilities/resources/subscribe").asBoolean())
                    .isTrue();
            assertThat(opened.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
            assertThat(opened.at("/capabilities/logging").isObject()).isTrue();
            assertThat(opened.get("instructions").asString())
                    .contains("server__")
                    .endsWith("\n\nfiles: Paths begin with a slash.");
            JsonNode asked = joined.backend("crm").server().next("initialize").get("params");
            assertThat(asked.at("/clientInfo/name").asString()).isEqualTo("c");
            assertThat(asked.at("/capabilities/roots").isObject()).isTrue();
        }
    }

    @Test
    void answersUnknownRevisionWithNewest() throws Exception {
        try (Joined joined = Joined.of("files")) {
            assertThat(joined.unopened()
                            .initialize("1999-01-01")
                            .get("protocolVersion")
                            .asString())
                    .isEqualTo("2025-11-25");
            assertThat(joined.backend("files")
                            .server()
                            .next("initialize")
                            .at("/params/protocolVersion")
                            .asString())
                    .isEqualTo("2025-11-25");
        }
    }

    @Test
    void sendsInitializedFirst() throws Exception {
        try (Joined joined = Joined.of("files")) {
            joined.backend("files").tools("read");
            Client client = joined.unopened();
            client.initialize("2025-06-18");
            // a client that omits the initialized notification
            client.tools();
            List<String> heard = new ArrayList<>();
            joined.backend("files")
                    .server()
                    .heard
                    .forEach(message -> heard.add(message.get("method").asString()));
            assertThat(heard).containsExactly("initialize", "notifications/initialized", "tools/list");
        }
    }

    @Test
    void listsToolsInServerOrder() throws Exception {
        try (Joined joined = Joined.of("zebra", "ant")) {
            joined.backend("zebra").tools("write", "read");
            joined.backend("ant").tools("read", "dig.deep");
            Client client = joined.client();
            assertThat(client.tools())
                    .containsExactly("zebra__write", "zebra__read", "ant__read", "ant__dig_deep", "plimsoll_read");
            assertThat(client.tools()).isEqualTo(joined.client().tools());
        }
    }

    @Test
    void callsToolByServersOwnName() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            joined.backend("files").tools("read");
            joined.backend("crm").tools("read", "dig.deep");
            Client client = joined.client();
            client.tools();
            assertThat(Joined.text(client.call("crm__dig_deep", "{\"depth\":2}")))
                    .isEqualTo("crm did dig.deep");
            assertThat(Joined.text(client.call("files__read", "{}"))).isEqualTo("files did read");
            JsonNode heard = joined.backend("crm").server().next("tools/call");
            assertThat(heard.at("/params/arguments").toString()).isEqualTo("{\"depth\":2}");
        }
    }

    @Test
    void loadsListingForUnlistedTool() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            joined.backend("crm").tools = List.of(List.of("read"), List.of("far"));
            assertThat(Joined.text(joined.client().call("crm__far", "{}"))).isEqualTo("crm did far");
        }
    }

    @Test
    void suggestsSimilarToolsForUnknownName() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            joined.backend("files").tools("read_file", "write_file");
            joined.backend("crm").tools("list_users");
            JsonNode answer = joined.client().call("read_file", "{}");
            assertThat(answer.get("isError").asBoolean()).isTrue();
            JsonNode error = PlayedServer.JSON.readTree(Joined.text(answer)).get("error");
            assertThat(error.get("code").asString()).isEqualTo("ACTION_NOT_FOUND");
            assertThat(error.at("/details/suggestion").asString()).startsWith("files__read_file");
            assertThat(answer.at("/_meta/dev.plimsoll~1budget/threshold").asInt())
                    .isPositive();
            assertThat(joined.receipts).singleElement().satisfies(receipt -> {
                assertThat(receipt.outcome()).isEqualTo(OutcomeKind.REFUSED);
                assertThat(receipt.server()).isEqualTo("*");
                assertThat(receipt.tool()).isEqualTo("read_file");
            });
        }
    }

    @Test
    void readsResultsOfEveryServer() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            joined.backend("files").tools("list");
            joined.backend("crm").tools("list");
            joined.backend("crm").results.put("tools/call", many());
            Client client = joined.client();
            client.tools();
            JsonNode first = client.call("crm__list", "{}");
            JsonNode head = PlayedServer.JSON.readTree(Joined.text(first));
            assertThat(head.get("notice").asString()).contains("from crm__list (");
            JsonNode second = client.call("plimsoll_read", "{\"cursor\":" + head.get("nextCursor") + "}");
            JsonNode page = PlayedServer.JSON.readTree(Joined.text(second));
            assertThat(page.get("notice").asString()).contains("from crm__list (");
            assertThat(page.at("/range/0").asInt())
                    .isEqualTo(head.at("/range/1").asInt() + 1);
            assertThat(client.call("plimsoll_read", "{\"cursor\":\"mistyped\"}").toString())
                    .contains("CURSOR_INVALID");
        }
    }

    @Test
    void readsResultsOfUnavailableServer() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            joined.backend("crm").tools("list");
            joined.backend("crm").results.put("tools/call", many());
            Client client = joined.client();
            JsonNode head = PlayedServer.JSON.readTree(Joined.text(client.call("crm__list", "{}")));
            joined.backend("crm")
                    .broken("cannot start crm: no such file")
                    .server()
                    .end();
            JsonNode second = client.call("plimsoll_read", "{\"cursor\":" + head.get("nextCursor") + "}");
            assertThat(second.path("isError").asBoolean(false)).isFalse();
            // also works for a client that never used the server
            JsonNode again = joined.client().call("plimsoll_read", "{\"cursor\":" + head.get("nextCursor") + "}");
            assertThat(again.get("content")).isEqualTo(second.get("content"));
        }
    }

    @Test
    void answersPingAndRejectsUnknownMethods() throws Exception {
        try (Joined joined = Joined.of("files")) {
            Client client = joined.client();
            assertThat(client.result("ping", "{}").toString()).isEqualTo("{}");
            assertThat(client.answer("vendor/thing", "{}").at("/error/code").asInt())
                    .isEqualTo(-32601);
            assertThat(client.hearing("nonsense").get().at("/error/code").asInt())
                    .isEqualTo(-32700);
        }
    }

    @Test
    void closesServersWithSession() throws Exception {
        try (Joined joined = Joined.of("files", "crm")) {
            Client client = joined.client();
            client.line.close();
            joined.backend("files").server().awaitClosed();
            joined.backend("crm").server().awaitClosed();
        }
    }

    private static String many() {
        StringBuilder items = new StringBuilder("[");
        for (int i = 0; i < 3_000; i++) {
            items.append(i == 0 ? "" : ",").append("{\\\"id\\\":").append(i).append(",\\\"note\\\":\\\"the same\\\"}");
        }
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + items + "]\"}]}";
    }
}
