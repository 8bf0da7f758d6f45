package dev.plimsoll.gateway.hub.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.HubFixture;
import dev.plimsoll.gateway.hub.HubFixture.Client;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the lists that merge the lists of all servers, and their pages. */
class MergedListTest {

    @Test
    void mergesFirstPagesAndPacksCursors() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b", "c")) {
            hubFixture.backend("a").tools = List.of(List.of("1"), List.of("2"), List.of("3"));
            hubFixture.backend("b").tools("only");
            hubFixture.backend("c").tools = List.of(List.of("x"), List.of("y"));
            Client client = hubFixture.newInitializedClient();
            List<List<String>> pages = new ArrayList<>();
            String params = "{}";
            for (int i = 0; i < 10; i++) {
                JsonNode page = client.result("tools/list", params);
                pages.add(HubFixture.names(page, "tools", "name"));
                if (!page.has("nextCursor")) {
                    break;
                }
                params = "{\"cursor\":" + page.get("nextCursor") + "}";
            }
            assertThat(pages)
                    .containsExactly(
                            List.of("a__1", "b__only", "c__x", "plimsoll_read"),
                            List.of("a__2", "c__y"),
                            List.of("a__3"));
        }
    }

    @Test
    void rejectsInvalidListCursors() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a")) {
            hubFixture.backend("a").tools = List.of(List.of("1"), List.of("2"));
            hubFixture.backend("a").capabilities = "{\"tools\":{},\"prompts\":{}}";
            Client client = hubFixture.newInitializedClient();
            String validCursor =
                    client.result("tools/list", "{}").get("nextCursor").asString();
            String mistypedCursor = validCursor.substring(0, validCursor.length() - 2) + "AA";
            for (String cursor : List.of("", "nonsense", "00000000e30", mistypedCursor, "x".repeat(2_000_000))) {
                JsonNode answer = client.answer("tools/list", "{\"cursor\":\"" + cursor + "\"}");
                assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
            }
            assertThat(client.answer("prompts/list", "{\"cursor\":\"" + validCursor + "\"}")
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void endsListWhenCursorRepeats() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a")) {
            hubFixture.backend("a").results.put("tools/list", "{\"tools\":[],\"nextCursor\":\"again\"}");
            Client client = hubFixture.newInitializedClient();
            JsonNode first = client.result("tools/list", "{}");
            JsonNode second = client.result("tools/list", "{\"cursor\":" + first.get("nextCursor") + "}");
            assertThat(second.has("nextCursor")).isFalse();
        }
    }

    @Test
    void skipsServersWithoutCapability() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b")) {
            hubFixture.backend("a").capabilities = "{}";
            hubFixture.backend("b").capabilities = "{\"prompts\":{}}";
            hubFixture.backend("b").results.put("prompts/list", "{\"prompts\":[{\"name\":\"greet\"}]}");
            Client client = hubFixture.newInitializedClient();
            assertThat(HubFixture.names(client.result("prompts/list", "{}"), "prompts", "name"))
                    .containsExactly("b__greet");
            assertThat(hubFixture.backend("a").nextStartedServer().received)
                    .noneMatch(message -> message.get("method").asString().equals("prompts/list"));
        }
    }

    @Test
    void preservesOtherMembersOfEntries() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a")) {
            hubFixture
                    .backend("a")
                    .results
                    .put(
                            "tools/list",
                            "{\"tools\":[{\"title\":\"T\",\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
                                    + "\"x-vendor\":{\"n\":1.10}},{\"no\":\"name\"},7]}");
            JsonNode tool = hubFixture
                    .newInitializedClient()
                    .result("tools/list", "{}")
                    .get("tools")
                    .get(0);
            assertThat(tool.get("name").asString()).isEqualTo("a__t");
            assertThat(tool.at("/x-vendor/n").asDouble()).isEqualTo(1.10);
            assertThat(hubFixture.newInitializedClient().tools()).containsExactly("a__t", "plimsoll_read");
        }
    }

    @Test
    void reportsShortestTimeToLive() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b")) {
            hubFixture.backend("a").results.put("tools/list", cacheableList(60_000));
            hubFixture.backend("b").results.put("tools/list", cacheableList(5_000));
            JsonNode list = hubFixture.newModernClient().result("tools/list", "{" + HubFixture.META + "}");
            assertThat(list.get("resultType").asString()).isEqualTo("complete");
            assertThat(list.get("ttlMs").asInt()).isEqualTo(5_000);
            assertThat(list.get("cacheScope").asString()).isEqualTo("private");
        }
    }

    private static String cacheableList(int millis) {
        return "{\"tools\":[],\"resultType\":\"complete\",\"ttlMs\":" + millis + ",\"cacheScope\":\"public\"}";
    }

    @Test
    void prefixesReadToolsOfSeveralServers() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b", "c")) {
            hubFixture.backend("a").tools("x", "plimsoll_read");
            hubFixture.backend("c").tools("z", "plimsoll_read");
            Client client = hubFixture.newInitializedClient();
            assertThat(client.tools())
                    .containsExactlyInAnyOrder("a__x", "a__plimsoll_read", "c__z", "c__plimsoll_read", "plimsoll_read")
                    .endsWith("plimsoll_read");
            assertThat(HubFixture.text(client.call("c__plimsoll_read", "{\"cursor\":\"theirs\"}")))
                    .isEqualTo("c did plimsoll_read");
            assertThat(HubFixture.text(client.call("plimsoll_read", "{\"cursor\":\"theirs\"}")))
                    .contains("CURSOR_INVALID", "a__plimsoll_read or c__plimsoll_read");
        }
    }

    @Test
    void forwardsUnknownReadCursorToTheOnlyServerWithReadTool() throws Exception {
        try (HubFixture hubFixture = HubFixture.of("a", "b")) {
            hubFixture.backend("b").tools("plimsoll_read");
            Client client = hubFixture.newInitializedClient();
            assertThat(HubFixture.text(client.call("plimsoll_read", "{\"cursor\":\"theirs\"}")))
                    .isEqualTo("b did plimsoll_read");
            assertThat(client.tools()).containsExactly("plimsoll_read");
        }
    }
}
