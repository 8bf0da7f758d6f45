package dev.plimsoll.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.mcp.annotation.PermissionCheck;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.source.PageSource;
import dev.plimsoll.source.StreamSource;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Tests tools that return page sources, in running servers and with the SDK's own client. */
class PageSourceServerTest {

    private static final long MANY_ROWS = 5_000_000;

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong created = new AtomicLong();

    /** Counts down to zero when three pages of 50 rows have been created. */
    private final CountDownLatch prefetched = new CountDownLatch(150);

    private final Books books = new Books();
    private final Guard guard = Guard.builder()
            .callers(context -> new Caller(String.valueOf(context.get("user")), Tier.READ, context))
            .permission(books.check)
            .build();

    record Entry(long id, LocalDate day, String text) {}

    private PageSource entries(long count) {
        return StreamSource.of("id, ascending", () -> LongStream.range(0, count).mapToObj(this::entry))
                .counted(() -> count)
                .keyed(Entry.class, Entry::id);
    }

    private Entry entry(long id) {
        created.incrementAndGet();
        prefetched.countDown();
        return new Entry(id, LocalDate.of(2026, 1, 1).plusDays(id % 365), "entry " + id + " of the book");
    }

    /** Permission check whose decision the test can change. */
    static final class Check implements PermissionCheck {

        private volatile boolean isPermitted = true;

        @Override
        public boolean permits(McpTransportContext context) {
            return isPermitted;
        }
    }

    final class Books {

        private final Check check = new Check();

        @McpHeavy(name = "list_entries", description = "All entries.", permissions = Check.class)
        PageSource list(@Nullable Long maxRows) {
            calls.incrementAndGet();
            return entries(maxRows == null ? MANY_ROWS : maxRows);
        }

        @McpHeavy(name = "ahead", prefetch = 2)
        PageSource listWithPrefetch() {
            return entries(MANY_ROWS);
        }

        @McpGuarded(name = "broken")
        PageSource broken() {
            return StreamSource.of("none", () -> {
                throw new IllegalStateException("password=hunter2");
            });
        }
    }

    final class AsyncBooks {

        @McpHeavy(name = "list_entries")
        Mono<PageSource> list() {
            calls.incrementAndGet();
            return Mono.just(entries(MANY_ROWS));
        }
    }

    @AfterEach
    void close() {
        guard.close();
    }

    private SdkTestServer sync() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        guard.server(McpServer.sync(transport).tools(guard.sync().scan(books))).build();
        return new SdkTestServer(transport);
    }

    private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        CallToolResult result = client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
        return ((TextContent) result.content().get(0)).text();
    }

    private static Object cursor(String answer) {
        return TestJson.read(answer).getOrDefault("nextCursor", "");
    }

    @Test
    void fetchesPagesOnDemandAndRunsTheMethodOnce() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient client = server.client("ann");
            String firstPage = call(client, "list_entries", Map.of());
            assertThat(firstPage)
                    .contains("Items 1-50 of 5000000 from list_entries (about ", "\"totalCount\":5000000")
                    .contains("{\"id\":0,\"day\":\"2026-01-01\",\"text\":\"entry 0 of the book\"}");
            String second = call(client, "plimsoll_read", Map.of("cursor", cursor(firstPage)));
            assertThat(second).contains("\"range\":[51,100]");
            String third = call(client, "list_entries", Map.of("cursor", cursor(second), "fields", "id", "limit", 2));
            assertThat(third).contains("\"items\":[{\"id\":0},{\"id\":1}]");
            assertThat(call(client, "plimsoll_read", Map.of("cursor", cursor(firstPage), "query", "map(.id) | add")))
                    .contains("QUERY_LIMIT");
            assertThat(calls).hasValue(1);
            assertThat(created).hasValueLessThan(300);
        }
    }

    @Test
    void readsAllItemsOfAShortSource() throws Exception {
        try (SdkTestServer server = sync()) {
            McpSyncClient client = server.client("ann");
            List<Object> items = new ArrayList<>();
            String page = call(client, "list_entries", Map.of("maxRows", 333));
            while (true) {
                items.addAll((List<?>) TestJson.read(page).getOrDefault("items", List.of()));
                Object cursor = cursor(page);
                if (cursor.equals("")) {
                    break;
                }
                page = call(client, "plimsoll_read", Map.of("cursor", cursor));
            }
            assertThat(items).hasSize(333).last().hasToString("{id=332, day=2026-11-29, text=entry 332 of the book}");
            assertThat(call(client, "list_entries", Map.of("maxRows", 2)))
                    .startsWith("[{\"id\":0,")
                    .endsWith("}]");
        }
    }

    @Test
    void checksCallerAndPermissionsAtEachRead() throws Exception {
        try (SdkTestServer server = sync()) {
            Object cursor = cursor(call(server.client("ann"), "list_entries", Map.of()));
            assertThat(call(server.client("bob"), "plimsoll_read", Map.of("cursor", cursor)))
                    .contains("CURSOR_INVALID");
            books.check.isPermitted = false;
            assertThat(call(server.client("ann"), "plimsoll_read", Map.of("cursor", cursor)))
                    .contains("FORBIDDEN");
        }
    }

    @Test
    void reportsAFailedSourceWithoutItsSecrets() throws Exception {
        try (SdkTestServer server = sync()) {
            CallToolResult failed = server.client("ann")
                    .callTool(CallToolRequest.builder("broken").build());
            assertThat(failed.isError()).isTrue();
            assertThat(TestJson.write(failed)).contains("UPSTREAM_UNAVAILABLE").doesNotContain("hunter2");
        }
    }

    @Test
    void prefetchesAsManyPagesAsTheAnnotationSays() throws Exception {
        try (SdkTestServer server = sync()) {
            call(server.client("ann"), "ahead", Map.of());
            assertThat(prefetched.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(created).hasValueLessThanOrEqualTo(200);
        }
    }

    @Test
    void acceptsAMonoOfASource() throws Exception {
        HttpServletStreamableServerTransportProvider transport = ServerKind.streamable();
        guard.server(McpServer.async(transport).tools(guard.async().scan(new AsyncBooks())))
                .build();
        try (SdkTestServer server = new SdkTestServer(transport)) {
            McpSyncClient client = server.client("ann");
            Object cursor = cursor(call(client, "list_entries", Map.of()));
            assertThat(call(client, "list_entries", Map.of("cursor", cursor))).contains("\"range\":[51,100]");
            assertThat(calls).hasValue(1);
        }
    }

    @Test
    void acceptsASourceFromAHandler() throws Exception {
        HttpServletStatelessServerTransport transport = ServerKind.stateless();
        Tool tool = Tool.builder("export", Map.of("type", "object"))
                .annotations(ToolAnnotations.builder().readOnlyHint(true).build())
                .build();
        guard.server(McpServer.sync(transport)
                        .tools(new McpStatelessServerFeatures.SyncToolSpecification(
                                tool, (context, request) -> Guard.paged(entries(MANY_ROWS)))))
                .build();
        try (SdkTestServer server = new SdkTestServer(transport)) {
            McpSyncClient client = server.client("ann");
            Object cursor = cursor(call(client, "export", Map.of()));
            assertThat(call(client, "plimsoll_read", Map.of("cursor", cursor))).contains("\"range\":[51,100]");
        }
    }
}
