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

/** Tests {@link dev.plimsoll.spring.app.Application} with each type of HTTP server and the SDK's client. */
class GuardedApplicationTest {

    private static final Pattern PAGE_URI = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{1,48}");

    @ParameterizedTest
    @EnumSource
    void guardsEveryToolResourceAndPrompt(ServerType serverType) {
        try (RunningApplication server = RunningApplication.of(serverType)) {
            McpSyncClient client = server.client();
            checkListing(client);
            checkPaging(client);
            checkOutputSchema(client);
            checkOtherTools(client);
            checkResources(client, serverType);
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
        int runsBefore = RunCounter.count();
        List<Object> ids = new ArrayList<>();
        Map<String, Object> page =
                RunningApplication.json(RunningApplication.call(client, "inventory.list_all", Map.of("shelf", 200)));
        while (true) {
            ((List<?>) Objects.requireNonNull(page.get("items")))
                    .forEach(item -> ids.add(((Map<?, ?>) item).get("id")));
            Object cursor = page.get("nextCursor");
            if (cursor == null) {
                break;
            }
            page = RunningApplication.json(RunningApplication.call(client, "plimsoll_read", Map.of("cursor", cursor)));
        }
        assertThat(page).containsEntry("totalCount", 400);
        assertThat(ids).isEqualTo(Item.first(400).stream().map(Item::id).toList());
        assertThat(RunCounter.count()).isEqualTo(runsBefore + 1);
    }

    private static void checkOutputSchema(McpSyncClient client) {
        CallToolResult answer = RunningApplication.call(client, "list_items", Map.of("count", 400));
        assertThat(answer.isError()).isNotEqualTo(true);
        assertThat(answer.meta()).containsKey("dev.plimsoll/budget");
        assertThat(RunningApplication.JSON.writeValueAsString(answer.structuredContent()))
                .contains("\"notice\":\"Items 1-")
                .contains("Läppscheibe")
                .hasSizeLessThan(20_000);
        CallToolResult small = RunningApplication.call(client, "list_items", Map.of("count", 2));
        assertThat(RunningApplication.JSON.writeValueAsString(small.structuredContent()))
                .isEqualTo(RunningApplication.JSON.writeValueAsString(new Item.Stock(Item.first(2))));
    }

    private static void checkOtherTools(McpSyncClient client) {
        for (String tool : List.of("get_log", "list_orders")) {
            String text = RunningApplication.text(RunningApplication.call(client, tool, Map.of()));
            assertThat(text).as(tool).contains("plimsoll_read").hasSizeLessThan(20_000);
        }
    }

    private static void checkResources(McpSyncClient client, ServerType serverType) {
        for (String uri : List.of("stock://manual", "stock://chapter/7")) {
            String firstPage = resource(client, uri);
            assertThat(firstPage).hasSizeLessThan(20_000).contains("counted on shelf");
            Matcher next = PAGE_URI.matcher(firstPage);
            if (serverType.isStateless()) {
                // a stateless server does not know which URIs belong to templates, so plimsoll_read reads the pages
                assertThat(firstPage).contains("plimsoll_read");
            } else {
                assertThat(next.find()).isTrue();
                assertThat(resource(client, next.group())).contains("counted on shelf");
                assertThat(resource(client, next.group() + "?find=/shelf 39/")).contains("totalMatches");
            }
        }
    }

    private static void checkPrompts(McpSyncClient client) {
        String prompt = RunningApplication.JSON.writeValueAsString(
                client.getPrompt(GetPromptRequest.builder("advice").build()).messages());
        assertThat(prompt).contains("plimsoll").hasSizeLessThan(25_000);
    }

    private static String resource(McpSyncClient client, String uri) {
        return client.readResource(ReadResourceRequest.builder(uri).build()).contents().stream()
                .map(content -> ((TextResourceContents) content).text())
                .collect(Collectors.joining("\n"));
    }
}
