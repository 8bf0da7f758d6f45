package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture.Client;
import dev.plimsoll.telemetry.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests several servers that the hub presents as one server. */
class HubTest {

    @Test
    void initializesAllServersWithClientParameters() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            hubFixture.backend("files").instructions = "Paths begin with a slash.";
            hubFixture.backend("crm").capabilities =
                    "{\"tools\":{},\"prompts\":{},\"logging\":{},\"resources\":{\"subscribe\":true}}";
            JsonNode initializeResult = hubFixture.newClient().initialize("2025-06-18");
            assertThat(initializeResult.get("protocolVersion").asString()).isEqualTo("2025-06-18");
            assertThat(initializeResult.at("/serverInfo/name").asString()).isEqualTo("plimsoll");
            assertThat(initializeResult.at("/capabilities/resources/subscribe").asBoolean())
                    .isTrue();
            assertThat(initializeResult.at("/capabilities/tools/listChanged").asBoolean())
                    .isTrue();
            assertThat(initializeResult.at("/capabilities/logging").isObject()).isTrue();
            assertThat(initializeResult.get("instructions").asString())
                    .contains("server__")
                    .endsWith("\n\nfiles: Paths begin with a slash.");
            JsonNode initializeParams = hubFixture
                    .backend("crm")
                    .nextStartedServer()
                    .next("initialize")
                    .get("params");
            assertThat(initializeParams.at("/clientInfo/name").asString()).isEqualTo("c");
            assertThat(initializeParams.at("/capabilities/roots").isObject()).isTrue();
        }
    }

    @Test
    void answersUnknownRevisionWithNewestLegacyRevision() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files")) {
            assertThat(hubFixture
                            .newClient()
                            .initialize("1999-01-01")
                            .get("protocolVersion")
                            .asString())
                    .isEqualTo("2025-11-25");
            assertThat(hubFixture
                            .backend("files")
                            .nextStartedServer()
                            .next("initialize")
                            .at("/params/protocolVersion")
                            .asString())
                    .isEqualTo("2025-11-25");
        }
    }

    @Test
    void sendsInitializedBeforeOtherRequests() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files")) {
            hubFixture.backend("files").tools("read");
            Client client = hubFixture.newClient();
            client.initialize("2025-06-18");
            // this client does not send the initialized notification
            client.tools();
            List<String> receivedMethods = new ArrayList<>();
            hubFixture
                    .backend("files")
                    .nextStartedServer()
                    .received
                    .forEach(
                            message -> receivedMethods.add(message.get("method").asString()));
            assertThat(receivedMethods).containsExactly("initialize", "notifications/initialized", "tools/list");
        }
    }

    @Test
    void listsToolsInServerOrder() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("zebra", "ant")) {
            hubFixture.backend("zebra").tools("write", "read");
            hubFixture.backend("ant").tools("read", "dig.deep");
            Client client = hubFixture.newInitializedClient();
            assertThat(client.tools())
                    .containsExactly("zebra__write", "zebra__read", "ant__read", "ant__dig_deep", "plimsoll_read");
            assertThat(client.tools())
                    .isEqualTo(hubFixture.newInitializedClient().tools());
        }
    }

    @Test
    void callsToolWithItsNameOnTheServer() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            hubFixture.backend("files").tools("read");
            hubFixture.backend("crm").tools("read", "dig.deep");
            Client client = hubFixture.newInitializedClient();
            client.tools();
            assertThat(HubFixture.text(client.call("crm__dig_deep", "{\"depth\":2}")))
                    .isEqualTo("crm did dig.deep");
            assertThat(HubFixture.text(client.call("files__read", "{}"))).isEqualTo("files did read");
            JsonNode receivedCall =
                    hubFixture.backend("crm").nextStartedServer().next("tools/call");
            assertThat(receivedCall.at("/params/arguments").toString()).isEqualTo("{\"depth\":2}");
        }
    }

    @Test
    void loadsListingForUnlistedTool() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            hubFixture.backend("crm").tools = List.of(List.of("read"), List.of("far"));
            assertThat(HubFixture.text(hubFixture.newInitializedClient().call("crm__far", "{}")))
                    .isEqualTo("crm did far");
        }
    }

    @Test
    void suggestsSimilarToolsForUnknownName() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            hubFixture.backend("files").tools("read_file", "write_file");
            hubFixture.backend("crm").tools("list_users");
            JsonNode answer = hubFixture.newInitializedClient().call("read_file", "{}");
            assertThat(answer.get("isError").asBoolean()).isTrue();
            JsonNode error =
                    SimulatedHubServer.JSON.readTree(HubFixture.text(answer)).get("error");
            assertThat(error.get("code").asString()).isEqualTo("ACTION_NOT_FOUND");
            assertThat(error.at("/details/suggestion").asString()).startsWith("files__read_file");
            assertThat(answer.at("/_meta/dev.plimsoll~1budget/threshold").asInt())
                    .isPositive();
            assertThat(hubFixture.receipts).singleElement().satisfies(receipt -> {
                assertThat(receipt.outcome()).isEqualTo(OutcomeKind.REFUSED);
                assertThat(receipt.server()).isEqualTo("*");
                assertThat(receipt.tool()).isEqualTo("read_file");
            });
        }
    }

    @Test
    void readsResultsOfEveryServer() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            hubFixture.backend("files").tools("list");
            hubFixture.backend("crm").tools("list");
            hubFixture.backend("crm").results.put("tools/call", longListResult());
            Client client = hubFixture.newInitializedClient();
            client.tools();
            JsonNode first = client.call("crm__list", "{}");
            JsonNode firstPage = SimulatedHubServer.JSON.readTree(HubFixture.text(first));
            assertThat(firstPage.get("notice").asString()).contains("from crm__list (");
            JsonNode second = client.call("plimsoll_read", "{\"cursor\":" + firstPage.get("nextCursor") + "}");
            JsonNode page = SimulatedHubServer.JSON.readTree(HubFixture.text(second));
            assertThat(page.get("notice").asString()).contains(" from crm__list; ");
            assertThat(page.at("/range/0").asInt())
                    .isEqualTo(firstPage.at("/range/1").asInt() + 1);
            assertThat(client.call("plimsoll_read", "{\"cursor\":\"mistyped\"}").toString())
                    .contains("CURSOR_INVALID");
        }
    }

    @Test
    void readsResultsOfUnavailableServer() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            hubFixture.backend("crm").tools("list");
            hubFixture.backend("crm").results.put("tools/call", longListResult());
            Client client = hubFixture.newInitializedClient();
            JsonNode firstPage = SimulatedHubServer.JSON.readTree(HubFixture.text(client.call("crm__list", "{}")));
            hubFixture
                    .backend("crm")
                    .failToStart("cannot start crm: no such file")
                    .nextStartedServer()
                    .end();
            JsonNode second = client.call("plimsoll_read", "{\"cursor\":" + firstPage.get("nextCursor") + "}");
            assertThat(second.path("isError").asBoolean(false)).isFalse();
            // a client that never used the server can read the result, too
            Client otherClient = hubFixture.newInitializedClient();
            JsonNode readByOtherClient =
                    otherClient.call("plimsoll_read", "{\"cursor\":" + firstPage.get("nextCursor") + "}");
            assertThat(readByOtherClient.get("content")).isEqualTo(second.get("content"));
        }
    }

    @Test
    void answersPingAndRejectsUnknownMethods() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files")) {
            Client client = hubFixture.newInitializedClient();
            assertThat(client.result("ping", "{}").toString()).isEqualTo("{}");
            assertThat(client.answer("vendor/thing", "{}").at("/error/code").asInt())
                    .isEqualTo(-32601);
            assertThat(client.sendForResponse("nonsense")
                            .get()
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32700);
        }
    }

    @Test
    void closesServersWithSession() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("files", "crm")) {
            Client client = hubFixture.newInitializedClient();
            client.endpointSession.close();
            hubFixture.backend("files").nextStartedServer().awaitClosed();
            hubFixture.backend("crm").nextStartedServer().awaitClosed();
        }
    }

    private static String longListResult() {
        StringBuilder items = new StringBuilder("[");
        for (int i = 0; i < 3_000; i++) {
            items.append(i == 0 ? "" : ",").append("{\\\"id\\\":").append(i).append(",\\\"note\\\":\\\"the same\\\"}");
        }
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + items + "]\"}]}";
    }
}
