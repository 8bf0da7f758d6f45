package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.fixture.FixtureAnswers;
import dev.plimsoll.gateway.fixture.FixtureServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The MCP Java SDK's client, which checks what it gets, in front of {@code plimsoll run} as a process of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaSdkClientTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PAGE = "dev.plimsoll/page";

    /** The SDK's client gives up, without a word, at a line of 16 MiB; no answer of ours may come near it. */
    private static final int ABOVE_THE_LIMIT_OF_THE_CLIENT = 20 << 20;

    private final BlockingQueue<ProgressNotification> progress = new LinkedBlockingQueue<>();
    private McpSyncClient client = unopened();

    private static McpSyncClient unopened() {
        return McpClient.sync(transport(List.of("none"))).build();
    }

    private static StdioClientTransport transport(List<String> command) {
        ServerParameters parameters = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        return new StdioClientTransport(parameters, McpJsonDefaults.getMapper());
    }

    @BeforeAll
    void connect(@TempDir Path data) {
        List<String> command = new ArrayList<>(FixtureServer.command());
        command.set(command.size() - 1, Main.class.getName());
        command.addAll(List.of("run", "--data", data.toString(), "--"));
        command.addAll(FixtureServer.command());
        client = McpClient.sync(transport(command))
                .requestTimeout(PATIENCE)
                .initializationTimeout(PATIENCE)
                .enableCallToolSchemaCaching(true)
                .capabilities(ClientCapabilities.builder()
                        .roots(true)
                        .sampling()
                        .elicitation()
                        .build())
                .roots(new Root("file:///harbour", "harbour"))
                .sampling(asked -> CreateMessageResult.builder(Role.ASSISTANT, "the Cutty Sark", "none")
                        .build())
                .elicitation(asked -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("depth", 6.5)))
                .progressConsumer(progress::add)
                .build();
        client.initialize();
        client.listTools();
    }

    @AfterAll
    void close() {
        assertThat(client.closeGracefully()).isTrue();
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result, int block) {
        return ((TextContent) result.content().get(block)).text();
    }

    private static @Nullable Object page(CallToolResult result, String field) {
        return result.meta().get(PAGE) instanceof Map<?, ?> page ? page.get(field) : null;
    }

    /** This answer and all that follow it. */
    private List<CallToolResult> readOn(CallToolResult first) {
        List<CallToolResult> pages = new ArrayList<>(List.of(first));
        Object cursor = page(first, "nextCursor");
        while (cursor != null && pages.size() < 10_000) {
            CallToolResult next = call("plimsoll_read", Map.of("cursor", cursor, "max_tokens", 25_000));
            assertThat(next.isError()).as("%s", next.content()).isNotEqualTo(true);
            pages.add(next);
            cursor = page(next, "nextCursor");
        }
        return pages;
    }

    @Test
    void seesTheServerItself() {
        assertThat(client.getServerInfo().name()).isEqualTo("fixture");
        assertThat(client.getServerInstructions()).isEqualTo("Ask for any size.");
        client.ping();
    }

    @Test
    void seesTheServersToolsAndTheOneThatReadsOn() {
        List<Tool> tools = client.listTools().tools();
        assertThat(tools)
                .extracting(Tool::name)
                .containsExactly(
                        "echo", "text", "page", "list", "object", "image", "slow", "error", "ask", "plimsoll_read");
        assertThat(tools.get(0).inputSchema()).containsEntry("additionalProperties", false);
        assertThat(tools.get(3).outputSchema()).containsEntry("type", "object").containsKeys("$schema", "anyOf");
    }

    @Test
    void getsSmallResultsAsTheyAre() {
        String message = "ahoy \"ship\" \\ äöü 🚢";
        assertThat(text(call("echo", Map.of("message", message)), 0)).isEqualTo(message);
        assertThat(call("list", Map.of("count", 3)).structuredContent()).isInstanceOf(Map.class);
        CallToolResult failed = call("error", Map.of("message", "aground"));
        assertThat(failed.isError()).isTrue();
        assertThat(text(failed, 0)).isEqualTo("aground");
    }

    @Test
    void readsATextToItsEndThatItsOwnLimitWouldNotTakeInOneLine() {
        CallToolResult first = call("page", Map.of("bytes", ABOVE_THE_LIMIT_OF_THE_CLIENT));
        StringBuilder read = new StringBuilder();
        for (CallToolResult page : readOn(first)) {
            read.append(((Map<?, ?>) page.structuredContent()).get("content"));
        }
        assertThat(read.toString().equals(FixtureAnswers.lines(ABOVE_THE_LIMIT_OF_THE_CLIENT)))
                .isTrue();
    }

    @Test
    void readsAListToItsEndItemByItem() {
        CallToolResult first = call("list", Map.of("count", 20_000));
        assertThat(page(first, "totalCount")).isEqualTo(20_000);
        List<Object> ids = new ArrayList<>();
        for (CallToolResult page : readOn(first)) {
            Map<?, ?> structured = (Map<?, ?>) page.structuredContent();
            assertThat(structured.get("items")).isInstanceOf(List.class);
            if (structured.get("items") instanceof List<?> items) {
                items.forEach(item -> ids.add(((Map<?, ?>) item).get("id")));
            }
        }
        assertThat(ids).hasSize(20_000).doesNotHaveDuplicates();
        assertThat(ids.get(0)).isEqualTo(0);
        assertThat(ids.get(19_999)).isEqualTo(19_999);
    }

    @Test
    void getsAnObjectOfManyMembersAsASummary() {
        CallToolResult answer = call("object", Map.of("members", 50, "bytes", 4_000));
        assertThat(text(answer, 0)).startsWith("{\"_plimsoll\":{\"notice\":").contains("\"id\":7");
    }

    @Test
    void followsTheLinkThatStandsForALargeImage() {
        CallToolResult answer = call("image", Map.of("bytes", 600_000));
        ResourceLink link = (ResourceLink) answer.content().stream()
                .filter(ResourceLink.class::isInstance)
                .findFirst()
                .orElseThrow();
        BlobResourceContents blob = (BlobResourceContents)
                client.readResource(ReadResourceRequest.builder(link.uri()).build())
                        .contents()
                        .get(0);
        assertThat(Arrays.equals(Base64.getDecoder().decode(blob.blob()), FixtureAnswers.picture(600_000)))
                .isTrue();
    }

    @Test
    void hearsOfProgress() throws InterruptedException {
        client.callTool(CallToolRequest.builder("slow")
                .arguments(Map.of("ms", 30, "progress", 3))
                .progressToken("how far?")
                .build());
        for (double step = 1; step <= 3; step++) {
            ProgressNotification told = progress.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(told).isNotNull();
            assertThat(told.progress()).isEqualTo(step);
            assertThat(told.progressToken()).isEqualTo("how far?");
        }
    }

    @Test
    void answersWhatTheServerAsks() {
        assertThat(text(call("ask", Map.of("what", "elicitation")), 0)).contains("\"depth\":6.5");
        assertThat(text(call("ask", Map.of("what", "sampling")), 0)).contains("none");
        assertThat(text(call("ask", Map.of("what", "roots")), 0)).contains("file:///harbour");
    }

    @Test
    void readsResourcesAndPrompts() {
        assertThat(client.listResources().resources()).hasSize(2);
        assertThat(client.listResourceTemplates().resourceTemplates()).hasSize(1);
        TextResourceContents small = (TextResourceContents) client.readResource(
                        ReadResourceRequest.builder("fixture://small").build())
                .contents()
                .get(0);
        assertThat(small.text()).isEqualTo("small");
        assertThat(client.readResource(ReadResourceRequest.builder("fixture://text/200000")
                                .build())
                        .contents())
                .hasSizeGreaterThan(1);
        assertThat(client.getPrompt(GetPromptRequest.builder("greet")
                                .arguments(Map.of("name", "Samuel"))
                                .build())
                        .messages())
                .hasSize(1);
    }

    @Test
    void hearsOfErrorsAsTheyAre() {
        assertThatThrownBy(() -> client.readResource(
                        ReadResourceRequest.builder("fixture://nowhere").build()))
                .isInstanceOf(McpError.class)
                .hasMessageContaining("no resource fixture://nowhere");
        CallToolResult mistyped = call("plimsoll_read", Map.of("cursor", "mistyped"));
        assertThat(mistyped.isError()).isTrue();
        assertThat(text(mistyped, 0)).contains("CURSOR_INVALID");
    }
}
