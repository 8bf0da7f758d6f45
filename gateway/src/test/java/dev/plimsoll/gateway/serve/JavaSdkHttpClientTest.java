package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.FixtureAnswers;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
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

/** The MCP Java SDK's client over Streamable HTTP, in front of {@code plimsoll serve} and a real server process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JavaSdkHttpClientTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PAGE = "dev.plimsoll/page";

    private final BlockingQueue<ProgressNotification> progress = new LinkedBlockingQueue<>();
    private @Nullable Served served;
    private McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder("http://127.0.0.1:1")
                    .build())
            .build();

    @BeforeAll
    void connect(@TempDir Path data) throws Exception {
        Served opened = Served.fixture(data);
        served = opened;
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder(opened.base())
                        .endpoint("/mcp/fixture")
                        .build())
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
        if (served != null) {
            served.close();
        }
    }

    private CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    private static @Nullable Object page(CallToolResult result, String field) {
        return result.meta().get(PAGE) instanceof Map<?, ?> page ? page.get(field) : null;
    }

    @Test
    void seesTheServerAndTheToolThatReadsOn() {
        assertThat(client.getServerInfo().name()).isEqualTo("fixture");
        client.ping();
        assertThat(client.listTools().tools()).extracting(Tool::name).contains("echo", "plimsoll_read");
    }

    @Test
    void getsSmallResultsAsTheyAre() {
        String message = "ahoy \"ship\" \\ äöü 🚢";
        assertThat(text(call("echo", Map.of("message", message)))).isEqualTo(message);
    }

    @Test
    void readsAListToItsEndItemByItem() {
        CallToolResult answer = call("list", Map.of("count", 5_000));
        List<Object> ids = new ArrayList<>();
        for (int page = 0; page < 1_000; page++) {
            Map<?, ?> structured = (Map<?, ?>) answer.structuredContent();
            if (structured.get("items") instanceof List<?> items) {
                items.forEach(item -> ids.add(((Map<?, ?>) item).get("id")));
            }
            Object cursor = page(answer, "nextCursor");
            if (cursor == null) {
                break;
            }
            answer = call("plimsoll_read", Map.of("cursor", cursor, "max_tokens", 25_000));
        }
        assertThat(ids).hasSize(5_000).doesNotHaveDuplicates();
    }

    @Test
    void followsTheLinkThatStandsForALargeImage() {
        ResourceLink link = (ResourceLink) call("image", Map.of("bytes", 600_000)).content().stream()
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
        }
    }

    @Test
    void answersWhatTheServerAsks() {
        assertThat(text(call("ask", Map.of("what", "elicitation")))).contains("\"depth\":6.5");
        assertThat(text(call("ask", Map.of("what", "sampling")))).contains("none");
        assertThat(text(call("ask", Map.of("what", "roots")))).contains("file:///harbour");
    }
}
