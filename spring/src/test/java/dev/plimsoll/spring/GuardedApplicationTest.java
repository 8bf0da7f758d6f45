package dev.plimsoll.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.spring.app.Item;
import dev.plimsoll.spring.app.RunCounter;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the same application as each kind of HTTP server, with the SDK's own client. Each kind has one application context. */
class GuardedApplicationTest {

    private static final Pattern PAGE = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{1,48}");

    @ParameterizedTest
    @EnumSource
    void guardsEveryToolResourceAndPrompt(Kind kind) {
        try (Running server = Running.of(kind)) {
            McpSyncClient client = server.client();
            checkListing(client);
            checkPaging(client);
            checkOutputSchema(client);
            checkOtherTools(client);
            checkResources(client, kind);
            checkPrompts(client);
        }
    }

    private static void checkListing(McpSyncClient client) {
        assertThat(client.listTools().tools())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder(
                        "list_items", "get_log", "list_orders", "inventory.list_all", "plimsoll_read");
        assertThat(client.listResourceTemplates().resourceTemplates())
                .extracting(ResourceTemplate::uriTemplate)
                .containsExactlyInAnyOrder(
                        "stock://chapter/{id}", "plimsoll://page/{cursor}", "plimsoll://blob/{cursor}");
    }

    private static void checkPaging(McpSyncClient client) {
        int before = RunCounter.count();
        List<Object> ids = new ArrayList<>();
        Map<String, Object> page = Running.json(Running.call(client, "inventory.list_all", Map.of("shelf", 200)));
        while (true) {
            ((List<?>) Objects.requireNonNull(page.get("items")))
                    .forEach(item -> ids.add(((Map<?, ?>) item).get("id")));
            Object cursor = page.get("nextCursor");
            if (cursor == null) {
                break;
            }
            page = Running.json(Running.call(client, "plimsoll_read", Map.of("cursor", cursor)));
        }
        assertThat(page).containsEntry("totalCount", 400);
        assertThat(ids).isEqualTo(Item.first(400).stream().map(Item::id).toList());
        assertThat(RunCounter.count()).isEqualTo(before + 1);
    }

    private static void checkOutputSchema(McpSyncClient client) {
        CallToolResult answer = Running.call(client, "list_items", Map.of("count", 400));
        assertThat(answer.isError()).isNotEqualTo(true);
        assertThat(answer.meta()).containsKey("dev.plimsoll/budget");
        assertThat(Running.JSON.writeValueAsString(answer.structuredContent()))
                .contains("\"notice\":\"Items 1-")
                .contains("Läppscheibe")
                .hasSizeLessThan(20_000);
        CallToolResult small = Running.call(client, "list_items", Map.of("count", 2));
        assertThat(Running.JSON.writeValueAsString(small.structuredContent()))
                .isEqualTo(Running.JSON.writeValueAsString(new Item.Stock(Item.first(2))));
    }

    private static void checkOtherTools(McpSyncClient client) {
        for (String tool : List.of("get_log", "list_orders")) {
            String text = Running.text(Running.call(client, tool, Map.of()));
            assertThat(text).as(tool).contains("plimsoll_read").hasSizeLessThan(20_000);
        }
    }

    private static void checkResources(McpSyncClient client, Kind kind) {
        for (String uri : List.of("stock://manual", "stock://chapter/7")) {
            String first = resource(client, uri);
            assertThat(first).hasSizeLessThan(20_000).contains("counted on shelf");
            Matcher next = PAGE.matcher(first);
            if (kind.stateless()) {
                // the builder of this kind of server does not know which URIs are templates, so pages are read with the
                // tool
                assertThat(first).contains("plimsoll_read");
            } else {
                assertThat(next.find()).isTrue();
                assertThat(resource(client, next.group())).contains("counted on shelf");
                assertThat(resource(client, next.group() + "?find=/shelf 39/")).contains("totalMatches");
            }
        }
    }

    private static void checkPrompts(McpSyncClient client) {
        String prompt = Running.JSON.writeValueAsString(
                client.getPrompt(GetPromptRequest.builder("advice").build()).messages());
        assertThat(prompt).contains("plimsoll").hasSizeLessThan(25_000);
    }

    private static String resource(McpSyncClient client, String uri) {
        return client.readResource(ReadResourceRequest.builder(uri).build()).contents().stream()
                .map(content -> ((TextResourceContents) content).text())
                .collect(Collectors.joining("\n"));
    }
}
