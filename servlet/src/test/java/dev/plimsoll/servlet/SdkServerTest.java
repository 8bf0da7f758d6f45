package dev.plimsoll.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a server of the MCP Java SDK behind the filter, with the SDK's client, which validates results. */
class SdkServerTest {

    private static final Pattern PAGE_URI = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{1,48}");

    private final BookServer bookServer = new BookServer();

    private McpSyncClient connect(Container.StartedContainer server, String user) {
        HttpRequest.Builder headers = HttpRequest.newBuilder().header("X-User", user);
        McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(server.address())
                        .requestBuilder(headers)
                        .build())
                .enableCallToolSchemaCaching(true)
                .build();
        client.initialize();
        client.listTools();
        return client;
    }

    private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static Map<?, ?> json(CallToolResult result) {
        return BookServer.JSON.readValue(text(result), Map.class);
    }

    @ParameterizedTest
    @EnumSource
    void readsAllPagesWithoutRunningTheToolAgain(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet());
                McpSyncClient client = connect(server, "ada")) {
            List<Object> items = new ArrayList<>();
            Map<?, ?> page = json(call(client, "list_books", Map.of()));
            while (true) {
                items.addAll((List<?>) page.get("items"));
                Object cursor = page.get("nextCursor");
                if (cursor == null) {
                    break;
                }
                page = json(call(client, "plimsoll_read", Map.of("cursor", cursor)));
            }
            assertThat(items).isEqualTo(BookServer.books(400));
            assertThat(bookServer.calls).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listsTheReadToolLastAndPassesSmallResults(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet());
                McpSyncClient client = connect(server, "ada")) {
            List<String> names =
                    client.listTools().tools().stream().map(Tool::name).toList();
            assertThat(names)
                    .contains("list_books", "get_books", "slow", "delete_book")
                    .endsWith("plimsoll_read");
            assertThat(text(call(client, "list_books", Map.of("count", 3))))
                    .isEqualTo(BookServer.JSON.writeValueAsString(BookServer.books(3)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersMatchTheListedOutputSchema(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet());
                McpSyncClient client = connect(server, "ada")) {
            CallToolResult answer = call(client, "get_books", Map.of("count", 300));
            assertThat(answer.isError()).isNotEqualTo(true);
            assertThat(BookServer.JSON.writeValueAsString(answer.structuredContent()))
                    .contains("\"notice\":\"Items 1-")
                    .contains("Le Deuxième Sexe")
                    .hasSizeLessThan(20_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void progressArrivesBeforeTheResult(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet())) {
            RawHttpClient client = RawHttpClient.initialized(server.address() + "/mcp");
            Iterator<String> lines = client.lines(RawHttpClient.call(7, "slow", Map.of("count", 400))
                    .replace("\"arguments\"", "\"_meta\":{\"progressToken\":\"t1\"},\"arguments\""));
            assertThat(nextData(lines)).contains("notifications/progress").contains("halfway");
            bookServer.slowResult.countDown();
            assertThat(nextData(lines))
                    .contains("\"id\":7")
                    .contains("totalCount")
                    .hasSizeLessThan(20_000);
        }
    }

    private static String nextData(Iterator<String> lines) {
        String line = "";
        while (!line.startsWith("data:") && lines.hasNext()) {
            line = lines.next();
        }
        return line;
    }

    @ParameterizedTest
    @EnumSource
    void rejectsCursorOfAnotherSession(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet());
                McpSyncClient first = connect(server, "ada");
                McpSyncClient second = connect(server, "ada")) {
            Object cursor = json(call(first, "list_books", Map.of())).get("nextCursor");
            assertThat(text(call(second, "plimsoll_read", Map.of("cursor", cursor))))
                    .contains("CURSOR_INVALID");
            assertThat(json(call(first, "plimsoll_read", Map.of("cursor", cursor)))
                            .get("items"))
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void hidesAndRejectsToolsOfHigherTiers(Container container) throws Exception {
        PlimsollFilter filter = PlimsollFilter.builder()
                .callers(request -> {
                    String user = String.valueOf(request.getHeader("X-User"));
                    return new RequestCaller(user, user.equals("boss") ? Tier.ADMIN : Tier.READ);
                })
                .build();
        try (Container.StartedContainer server = container.start(filter, bookServer.servlet());
                McpSyncClient boss = connect(server, "boss");
                McpSyncClient clerk = connect(server, "clerk")) {
            assertThat(boss.listTools().tools()).extracting(Tool::name).contains("delete_book");
            assertThat(clerk.listTools().tools())
                    .extracting(Tool::name)
                    .contains("list_books", "plimsoll_read")
                    .doesNotContain("delete_book");
            assertThat(text(call(clerk, "delete_book", Map.of()))).contains("FORBIDDEN");
            assertThat(bookServer.calls).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void heavyToolsAcceptAPageSize(Container container) throws Exception {
        PlimsollFilter filter = PlimsollFilter.builder()
                .tools("list_books", policy -> policy.with(Policy.HEAVY, true))
                .build();
        try (Container.StartedContainer server = container.start(filter, bookServer.servlet());
                McpSyncClient client = connect(server, "ada")) {
            Map<?, ?> page = json(call(client, "list_books", Map.of("count", 300, "page_size", 2)));
            assertThat((List<?>) page.get("items")).hasSize(2);
            assertThat(page.get("totalCount")).isEqualTo(300);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsFurtherPagesOfAResourceByUri(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet());
                McpSyncClient client = connect(server, "ada")) {
            String firstPage = resource(client, "shelf://catalogue");
            assertThat(firstPage.length()).isLessThan(60_000);
            Matcher next = PAGE_URI.matcher(firstPage);
            assertThat(next.find()).isTrue();
            assertThat(resource(client, next.group())).contains("How to find a book");
            assertThatThrownBy(() -> resource(client, "plimsoll://page/mistyped"))
                    .isInstanceOf(McpError.class)
                    .hasMessageContaining("invalid cursor");
        }
    }

    private static String resource(McpSyncClient client, String uri) {
        return BookServer.JSON.writeValueAsString(
                client.readResource(ReadResourceRequest.builder(uri).build()));
    }

    @ParameterizedTest
    @EnumSource
    void cutsALongPromptAndLinksToAllOfIt(Container container) throws Exception {
        try (Container.StartedContainer server = container.start(PlimsollFilter.withDefaults(), bookServer.servlet());
                McpSyncClient client = connect(server, "ada")) {
            String prompt = BookServer.JSON.writeValueAsString(
                    client.getPrompt(GetPromptRequest.builder("advice").build()));
            assertThat(prompt.length()).isLessThan(60_000);
            Matcher uri = PAGE_URI.matcher(prompt);
            assertThat(uri.find()).isTrue();
            assertThat(resource(client, uri.group())).contains("Look on the table first.");
        }
    }
}
