package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.hub.Joined.Client;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the merged lists of all servers, page by page. */
class MergedListTest {

    @Test
    void mergesFirstPagesAndPacksCursors() throws Exception {
        try (Joined joined = Joined.of("a", "b", "c")) {
            joined.backend("a").tools = List.of(List.of("1"), List.of("2"), List.of("3"));
            joined.backend("b").tools("only");
            joined.backend("c").tools = List.of(List.of("x"), List.of("y"));
            Client client = joined.client();
            List<List<String>> pages = new ArrayList<>();
            String params = "{}";
            for (int i = 0; i < 10; i++) {
                JsonNode page = client.result("tools/list", params);
                pages.add(Joined.names(page, "tools", "name"));
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
    void rejectsForeignCursors() throws Exception {
        try (Joined joined = Joined.of("a")) {
            joined.backend("a").tools = List.of(List.of("1"), List.of("2"));
            joined.backend("a").capabilities = "{\"tools\":{},\"prompts\":{}}";
            Client client = joined.client();
            String good = client.result("tools/list", "{}").get("nextCursor").asString();
            String broken = good.substring(0, good.length() - 2) + "AA";
            for (String cursor : List.of("", "nonsense", "00000000e30", broken, "x".repeat(2_000_000))) {
                JsonNode answer = client.answer("tools/list", "{\"cursor\":\"" + cursor + "\"}");
                assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
            }
            assertThat(client.answer("prompts/list", "{\"cursor\":\"" + good + "\"}")
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void endsListWhenCursorRepeats() throws Exception {
        try (Joined joined = Joined.of("a")) {
            joined.backend("a").results.put("tools/list", "{\"tools\":[],\"nextCursor\":\"again\"}");
            Client client = joined.client();
            JsonNode first = client.result("tools/list", "{}");
            JsonNode second = client.result("tools/list", "{\"cursor\":" + first.get("nextCursor") + "}");
            assertThat(second.has("nextCursor")).isFalse();
        }
    }

    @Test
    void skipsServersWithoutCapability() throws Exception {
        try (Joined joined = Joined.of("a", "b")) {
            joined.backend("a").capabilities = "{}";
            joined.backend("b").capabilities = "{\"prompts\":{}}";
            joined.backend("b").results.put("prompts/list", "{\"prompts\":[{\"name\":\"greet\"}]}");
            Client client = joined.client();
            assertThat(Joined.names(client.result("prompts/list", "{}"), "prompts", "name"))
                    .containsExactly("b__greet");
            assertThat(joined.backend("a").server().heard)
                    .noneMatch(message -> message.get("method").asString().equals("prompts/list"));
        }
    }

    @Test
    void preservesOtherMembersOfEntries() throws Exception {
        try (Joined joined = Joined.of("a")) {
            joined.backend("a")
                    .results
                    .put(
                            "tools/list",
                            "{\"tools\":[{\"title\":\"T\",\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
                                    + "\"x-vendor\":{\"n\":1.10}},{\"no\":\"name\"},7]}");
            JsonNode tool =
                    joined.client().result("tools/list", "{}").get("tools").get(0);
            assertThat(tool.get("name").asString()).isEqualTo("a__t");
            assertThat(tool.at("/x-vendor/n").asDouble()).isEqualTo(1.10);
            assertThat(joined.client().tools()).containsExactly("a__t", "plimsoll_read");
        }
    }

    @Test
    void reportsShortestTimeToLive() throws Exception {
        try (Joined joined = Joined.of("a", "b")) {
            joined.backend("a").results.put("tools/list", listed(60_000));
            joined.backend("b").results.put("tools/list", listed(5_000));
            JsonNode list = joined.modern().result("tools/list", "{" + Joined.META + "}");
            assertThat(list.get("resultType").asString()).isEqualTo("complete");
            assertThat(list.get("ttlMs").asInt()).isEqualTo(5_000);
            assertThat(list.get("cacheScope").asString()).isEqualTo("private");
        }
    }

    private static String listed(int millis) {
        return "{\"tools\":[],\"resultType\":\"complete\",\"ttlMs\":" + millis + ",\"cacheScope\":\"public\"}";
    }

    @Test
    void prefixesReadToolsOfServers() throws Exception {
        try (Joined joined = Joined.of("a", "b", "c")) {
            joined.backend("a").tools("x", "plimsoll_read");
            joined.backend("c").tools("z", "plimsoll_read");
            Client client = joined.client();
            assertThat(client.tools())
                    .containsExactlyInAnyOrder("a__x", "a__plimsoll_read", "c__z", "c__plimsoll_read", "plimsoll_read")
                    .endsWith("plimsoll_read");
            assertThat(Joined.text(client.call("c__plimsoll_read", "{\"cursor\":\"theirs\"}")))
                    .isEqualTo("c did plimsoll_read");
            assertThat(Joined.text(client.call("plimsoll_read", "{\"cursor\":\"theirs\"}")))
                    .contains("CURSOR_INVALID", "a__plimsoll_read or c__plimsoll_read");
        }
    }

    @Test
    void forwardsForeignCursorToOnlyServerWithReadTool() throws Exception {
        try (Joined joined = Joined.of("a", "b")) {
            joined.backend("b").tools("plimsoll_read");
            Client client = joined.client();
            assertThat(Joined.text(client.call("plimsoll_read", "{\"cursor\":\"theirs\"}")))
                    .isEqualTo("b did plimsoll_read");
            assertThat(client.tools()).containsExactly("plimsoll_read");
        }
    }
}
