package dev.plimsoll.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.Main;
import dev.plimsoll.gateway.fixture.FixtureAnswers;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.fixture.SdkClientContract;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the tests of {@link SdkClientContract}, which use the client of the MCP Java SDK, with {@code plimsoll run} in a
 * process of its own.
 */
class JavaSdkClientTest extends SdkClientContract {

    /** More than the 16 MiB above which the SDK's client silently ignores a line. No answer may come close to that limit. */
    private static final int BYTES_ABOVE_CLIENT_LIMIT = 20 << 20;

    private static StdioClientTransport transport(List<String> command) {
        ServerParameters parameters = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        return new StdioClientTransport(parameters, McpJsonDefaults.getMapper());
    }

    @BeforeAll
    void run(@TempDir Path data) {
        List<String> command = new ArrayList<>(FixtureServer.command());
        command.set(command.size() - 1, Main.class.getName());
        command.addAll(List.of("run", "--data", data.toString(), "--"));
        command.addAll(FixtureServer.command());
        connect(transport(command));
    }

    @Test
    void clientSeesNameAndInstructionsOfTheServer() {
        assertThat(client().getServerInfo().name()).isEqualTo("fixture");
        assertThat(client().getServerInstructions()).isEqualTo("Ask for any size.");
        client().ping();
    }

    @Test
    void seesServerToolsAndReadTool() {
        List<Tool> tools = client().listTools().tools();
        assertThat(tools)
                .extracting(Tool::name)
                .containsExactly(
                        "echo", "text", "page", "list", "object", "image", "slow", "error", "ask", "plimsoll_read");
        assertThat(tools.get(0).inputSchema()).containsEntry("additionalProperties", false);
        assertThat(tools.get(3).outputSchema()).containsEntry("type", "object").containsKeys("$schema", "anyOf");
    }

    @Test
    void readsTextBeyondClientLineLimit() {
        CallToolResult first = call("page", Map.of("bytes", BYTES_ABOVE_CLIENT_LIMIT));
        StringBuilder read = new StringBuilder();
        for (CallToolResult page : readAllPages(first)) {
            Object value = ((Map<?, ?>) page.structuredContent()).get("value");
            read.append(((Map<?, ?>) Objects.requireNonNull(value)).get("content"));
        }
        assertThat(read.toString().equals(FixtureAnswers.lines(BYTES_ABOVE_CLIENT_LIMIT)))
                .isTrue();
    }

    @Test
    void getsLargeObjectAsSummary() {
        CallToolResult answer = call("object", Map.of("members", 50, "bytes", 4_000));
        assertThat(text(answer)).startsWith("{\"notice\":").contains("\"id\":7");
    }

    @Test
    void readsResourcesAndPrompts() {
        assertThat(client().listResources().resources()).hasSize(2);
        assertThat(client().listResourceTemplates().resourceTemplates()).hasSize(1);
        TextResourceContents small = (TextResourceContents) client().readResource(
                        ReadResourceRequest.builder("fixture://small").build())
                .contents()
                .get(0);
        assertThat(small.text()).isEqualTo("small");
        TextResourceContents large = (TextResourceContents) client().readResource(
                        ReadResourceRequest.builder("fixture://text/200000").build())
                .contents()
                .get(0);
        assertThat(large.text()).startsWith("{\"notice\":").contains("\"nextUri\":\"plimsoll://page/");
        assertThat(client().getPrompt(GetPromptRequest.builder("greet")
                                .arguments(Map.of("name", "Samuel"))
                                .build())
                        .messages())
                .hasSize(1);
    }

    @Test
    void receivesErrorsUnchanged() {
        assertThatThrownBy(() -> client().readResource(
                                ReadResourceRequest.builder("fixture://nowhere").build()))
                .isInstanceOf(McpError.class)
                .hasMessageContaining("no resource fixture://nowhere");
        CallToolResult mistyped = call("plimsoll_read", Map.of("cursor", "mistyped"));
        assertThat(mistyped.isError()).isTrue();
        assertThat(text(mistyped)).contains("CURSOR_INVALID");
    }
}
