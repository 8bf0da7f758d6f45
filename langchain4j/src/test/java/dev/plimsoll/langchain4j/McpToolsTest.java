package dev.plimsoll.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.AiServices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs agents with guarded tools of an MCP server that runs in a separate process. */
class McpToolsTest {

    private static McpClient client;

    interface Agent {
        String chat(String text);
    }

    @BeforeAll
    static void startServer() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        client = DefaultMcpClient.builder()
                .transport(StdioMcpTransport.builder()
                        .command(List.of(
                                java, "-cp", System.getProperty("java.class.path"), OrderServer.class.getName()))
                        .build())
                .initializationTimeout(Duration.ofSeconds(90))
                .build();
    }

    @AfterAll
    static void stopServer() throws Exception {
        client.close();
    }

    private static Agent agent(ScriptedModel model) {
        McpToolProvider tools = McpToolProvider.builder().mcpClients(client).build();
        return AiServices.builder(Agent.class)
                .chatModel(model)
                .toolProvider(PlimsollTools.withDefaults().guard(new ShopTools(), tools))
                .build();
    }

    @Test
    void modelQueriesAResultOfAServer() {
        ScriptedModel model = new ScriptedModel()
                .calls("get_orders", answer -> "{}")
                .calls(
                        "plimsoll_read",
                        answer -> "{\"cursor\":\"" + ScriptedModel.cursor(answer)
                                + "\",\"query\":\".orders | map(.total) | add\"}")
                .answers();
        int total = ShopTools.orders().stream().mapToInt(ShopTools.Order::total).sum();
        assertThat(agent(model).chat("Total?")).isEqualTo("{\"results\":[" + total + "]}");
        assertThat(model.toolNames()).contains("get_orders", "get_log", "listOrders", "plimsoll_read");
        assertThat(model.results().get(0).text()).hasSizeLessThan(8_000);
    }

    @Test
    void modelFindsALineInALog() {
        ScriptedModel model = new ScriptedModel()
                .calls("get_log", answer -> "{}")
                .calls(
                        "plimsoll_read",
                        answer -> "{\"cursor\":\"" + ScriptedModel.cursor(answer) + "\",\"find\":\"id=617,\"}")
                .answers();
        assertThat(agent(model).chat("Order 617?")).contains("Order[id=617,");
    }

    @Test
    void failureOfAServerStaysAFailure() {
        ScriptedModel model =
                new ScriptedModel().calls("get_failure", answer -> "{}").answers();
        assertThat(agent(model).chat("Fail")).contains("no such log");
        assertThat(model.results().get(0).isError()).isTrue();
    }
}
