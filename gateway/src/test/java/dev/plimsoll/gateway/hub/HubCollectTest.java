package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.PagedServer;
import dev.plimsoll.gateway.hub.HubFixture.Client;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Tests {@code plimsoll_read} with {@code collect} on the hub, which joins the pages of the server that a
 * cursor belongs to.
 */
@Timeout(60)
class HubCollectTest {

    private static final Pattern CURSOR = Pattern.compile("\\b[A-Za-z0-9_-]{48}\\b");

    private static HubFixture startHubWithPagedServer() {
        HubFixture hubFixture = HubFixture.of("plain", "paged");
        hubFixture.backend("plain").tools("work");
        PagedServer server = new PagedServer(2_000);
        hubFixture.backend("paged").responder = (method, params) ->
                method.equals("tools/list") || method.equals("tools/call") ? server.result(method, params) : null;
        return hubFixture;
    }

    /** Calls a tool that returns the first of five pages, and returns the cursor of the answer. */
    private static String cursorOfFirstPage(Client client) throws Exception {
        JsonNode first = client.call("paged__gitlab", "{\"per_page\":400}");
        Matcher cursor = CURSOR.matcher(HubFixture.text(first));
        assertThat(cursor.find()).as("%s", first).isTrue();
        return cursor.group();
    }

    private static String read(Client client, String cursor) throws Exception {
        return HubFixture.text(client.call(
                "plimsoll_read", "{\"cursor\":\"" + cursor + "\",\"collect\":true,\"query\":\".items|length\"}"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsFurtherPagesFromTheServerItself(boolean hasSession) throws Exception {
        try (HubFixture hubFixture = startHubWithPagedServer()) {
            Client first = hubFixture.newInitializedClient();
            String cursor = cursorOfFirstPage(first);
            // a request of 2026-07-28 belongs to no session, so the hub connects to the servers again
            Client client = hasSession ? first : hubFixture.newModernClient();
            assertThat(read(client, cursor))
                    .contains("All 5 pages of paged__gitlab joined: 2,000 records", "\"results\":[2000]");
        }
    }

    @Test
    void listsCollectArgumentIfOneServerHasPagedLists() throws Exception {
        try (HubFixture hubFixture = startHubWithPagedServer()) {
            JsonNode tools =
                    hubFixture.newInitializedClient().result("tools/list", "{}").get("tools");
            JsonNode readTool = tools.get(tools.size() - 1);
            assertThat(readTool.get("name").asString()).isEqualTo("plimsoll_read");
            assertThat(readTool.at("/inputSchema/properties").has("collect")).isTrue();
        }
    }

    @Test
    void aServerThatDoesNotStartIsAnError() throws Exception {
        try (HubFixture hubFixture = startHubWithPagedServer()) {
            String cursor = cursorOfFirstPage(hubFixture.newInitializedClient());
            hubFixture.backend("paged").failToStart("it is broken");
            assertThat(read(hubFixture.newInitializedClient(), cursor)).contains("UPSTREAM_UNAVAILABLE");
        }
    }
}
