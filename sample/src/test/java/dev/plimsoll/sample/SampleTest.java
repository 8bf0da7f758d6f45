package dev.plimsoll.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the sample server, which runs in a separate process, with the client of the MCP Java SDK. */
class SampleTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Every tool of the unguarded server, with the arguments that give the largest result. */
    private static final Map<String, Map<String, Object>> CALLS = Map.ofEntries(
            Map.entry("list_devices", Map.of()),
            Map.entry("get_device", Map.of("id", 7)),
            Map.entry("search_products", Map.of()),
            Map.entry("list_bookings", Map.of()),
            Map.entry("stock_levels", Map.of()),
            Map.entry("yearly_report", Map.of()),
            Map.entry("get_audit_log", Map.of()),
            Map.entry("get_manual", Map.of()),
            Map.entry("get_warehouse", Map.of("id", "WH-03")),
            Map.entry("export_csv", Map.of()),
            Map.entry("get_photo", Map.of("id", 3)),
            Map.entry("mark_devices", Map.of("warehouse", "WH-01", "from", "booked", "to", "available")),
            Map.entry("delete_booking", Map.of("id", 5)));

    private static List<String> command(String... options) {
        List<String> command = new ArrayList<>(
                List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(options));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static McpSyncClient start(String... options) {
        return client(
                new StdioClientTransport(
                        ServerParameters.builder(java()).args(command(options)).build(), McpJsonDefaults.getMapper()),
                new ArrayList<>());
    }

    private static McpSyncClient client(McpClientTransport transport, List<String> progress) {
        McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(TIMEOUT)
                .initializationTimeout(TIMEOUT)
                .enableCallToolSchemaCaching(true)
                .progressConsumer(notification -> progress.add(String.valueOf(notification.message())))
                .build();
        client.initialize();
        return client;
    }

    /** Returns the size of the content or the structured content, whichever is larger. */
    private static int modelBytes(CallToolResult result) {
        int content = bytes(ToolFactory.toJson(result.content()));
        Object structured = result.structuredContent();
        return structured == null ? content : Math.max(content, bytes(ToolFactory.toJson(structured)));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Checks that a shaped result has a cursor or link, and that a read with it works. */
    private static void assertFollowUpReadWorks(McpSyncClient client, String tool, CallToolResult shaped) {
        Matcher image =
                Pattern.compile("plimsoll://blob/[A-Za-z0-9_-]{48}").matcher(ToolFactory.toJson(shaped.content()));
        if (image.find()) {
            String read = ToolFactory.toJson(client.readResource(
                            ReadResourceRequest.builder(image.group()).build())
                    .contents());
            assertThat(read).as(tool).contains("image/png").hasSizeGreaterThan(48_000);
            return;
        }
        Matcher cursor = Pattern.compile("(?:ursor\\W{1,6}|with cursor )([A-Za-z0-9_-]{48})")
                .matcher(ToolFactory.toJson(shaped.content()));
        assertThat(cursor.find()).as("%s: %s", tool, shaped).isTrue();
        CallToolResult further = client.callTool(CallToolRequest.builder("plimsoll_read")
                .arguments(Map.of("cursor", cursor.group(1)))
                .build());
        assertThat(further.isError()).as("%s: %s", tool, further).isNotEqualTo(true);
        assertThat(modelBytes(further)).as(tool).isGreaterThan(400);
    }

    @Test
    void guardedResultsOfAllToolsFitTheBudget() {
        try (McpSyncClient unguardedClient = start("--unguarded");
                McpSyncClient guarded = start()) {
            List<String> names =
                    unguardedClient.listTools().tools().stream().map(Tool::name).toList();
            assertThat(names).containsExactlyInAnyOrderElementsOf(CALLS.keySet());
            assertThat(guarded.listTools().tools()).extracting(Tool::name).contains("plimsoll_read");
            int largeCount = 0;
            for (Map.Entry<String, Map<String, Object>> call : CALLS.entrySet()) {
                CallToolRequest request = CallToolRequest.builder(call.getKey())
                        .arguments(call.getValue())
                        .build();
                CallToolResult unguarded = unguardedClient.callTool(request);
                CallToolResult shaped = guarded.callTool(request);
                assertThat(unguarded.isError()).as(call.getKey()).isNotEqualTo(true);
                assertThat(shaped.isError()).as(call.getKey()).isNotEqualTo(true);
                assertThat(modelBytes(shaped)).as(call.getKey()).isBetween(20, 48_000);
                if (modelBytes(unguarded) > 48_000) {
                    largeCount++;
                    assertFollowUpReadWorks(guarded, call.getKey(), shaped);
                } else if (modelBytes(unguarded) < 4_000) {
                    assertThat(modelBytes(shaped)).as(call.getKey()).isEqualTo(modelBytes(unguarded));
                }
            }
            assertThat(largeCount).isGreaterThanOrEqualTo(10);
        }
    }

    @Test
    void readsTheEventsFromTheDatabasePageByPage() {
        try (McpSyncClient guarded = start()) {
            String first = text(guarded, "list_events", Map.of());
            assertThat(first)
                    .contains(
                            "Items 1-",
                            "of " + InventoryGenerator.EVENTS + " from list_events",
                            "\"id\":" + InventoryGenerator.EVENTS);
            String cursor = first.replaceAll("(?s).*\"nextCursor\":\"([^\"]+)\".*", "$1");
            assertThat(text(guarded, "plimsoll_read", Map.of("cursor", cursor))).contains("The list is live");
            assertThat(text(
                            guarded,
                            "plimsoll_read",
                            Map.of("cursor", cursor, "query", "[.[] | select(.level == \"ERROR\")] | length")))
                    .containsPattern("\"results\":\\[[0-9]{4}\\]");
            assertThat(text(guarded, "list_events", Map.of("level", "ERROR"))).doesNotContain("INFO");
        }
    }

    private static String text(McpSyncClient client, String tool, Map<String, Object> arguments) {
        CallToolResult result = client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
        return ((TextContent) result.content().getFirst()).text();
    }

    @Test
    void reportsProgressOverHttp() throws Exception {
        Process server = new ProcessBuilder(java())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .command(concat(java(), command("--http", "0")))
                .start();
        List<String> progress = new CopyOnWriteArrayList<>();
        try (BufferedReader errorOutput =
                new BufferedReader(new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8))) {
            String address = errorOutput.readLine().replace("sample: ", "").replace("/mcp", "");
            try (McpSyncClient client =
                    client(HttpClientStreamableHttpTransport.builder(address).build(), progress)) {
                client.callTool(CallToolRequest.builder("yearly_report")
                        .meta(Map.of("progressToken", "p"))
                        .build());
            }
            assertThat(progress).hasSize(12).last().isEqualTo("month 12 of 12");
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static List<String> concat(String first, List<String> rest) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }

    @Test
    void createsTheSameDataAtEveryStart() throws Exception {
        String allDevices = "select * from device d join product p on p.id = d.product_id order by d.id";
        try (Inventory first = Inventory.open();
                Inventory second = Inventory.open()) {
            first.execute("delete from booking");
            assertThat(first.query(allDevices))
                    .hasSize(InventoryGenerator.DEVICES)
                    .isEqualTo(second.query(allDevices));
            assertThat(second.query("select id from booking")).hasSize(InventoryGenerator.BOOKINGS);
        }
    }

    @Test
    void rejectsInvalidOptions() {
        assertThat(Main.Options.of(List.of("--http", "0", "--unguarded"))).isEqualTo(new Main.Options(0, true));
        assertThatThrownBy(() -> Main.Options.of(List.of("--http"))).hasMessageContaining("--http: must be a port");
        assertThatThrownBy(() -> Main.Options.of(List.of("--http", "70000"))).hasMessageContaining("got '70000'");
        assertThatThrownBy(() -> Main.Options.of(List.of("x"))).hasMessage("unknown option x");
    }
}
