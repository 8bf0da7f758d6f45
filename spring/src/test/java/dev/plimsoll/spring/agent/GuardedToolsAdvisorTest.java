package dev.plimsoll.spring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;

class GuardedToolsAdvisorTest {

    private final OrderTools shop = new OrderTools();

    private static String argumentsOfRead(String answer, String query) {
        return "{\"cursor\":\"" + ScriptedChatModel.cursor(answer) + "\",\"query\":\"" + query + "\"}";
    }

    @Test
    void guardsToolsOfTheClientAndOfTheRequest() {
        ScriptedChatModel model = new ScriptedChatModel()
                .calls("listOrders", answer -> "{}")
                .calls("plimsoll_read", answer -> argumentsOfRead(answer, "length"))
                .answers();
        ChatClient agent = ChatClient.builder(model)
                .defaultAdvisors(GuardedToolsAdvisor.withDefaults())
                .build();
        assertThat(agent.prompt("How many?").tools(shop).call().content()).isEqualTo("{\"results\":[900]}");
        assertThat(model.toolResults().get(0)).hasSizeLessThan(8_000);
    }

    @Test
    void streamedRequestGetsTheSameAnswers() {
        ScriptedChatModel model = new ScriptedChatModel()
                .calls("listOrders", answer -> "{}")
                .calls("plimsoll_read", answer -> argumentsOfRead(answer, "length"))
                .answers();
        ChatClient agent = ChatClient.builder(model)
                .defaultTools(shop)
                .defaultAdvisors(GuardedToolsAdvisor.withDefaults())
                .build();
        assertThat(String.join(
                        "",
                        agent.prompt("How many?").stream()
                                .content()
                                .collectList()
                                .block()))
                .isEqualTo("{\"results\":[900]}");
    }

    @Test
    void requestWithoutToolsGetsNone() {
        ScriptedChatModel model = new ScriptedChatModel().answers();
        ChatClient.builder(model)
                .defaultAdvisors(GuardedToolsAdvisor.withDefaults())
                .build()
                .prompt("Hello")
                .call()
                .content();
        assertThat(model.toolNames()).isEmpty();
    }

    @Test
    void rejectsCursorOfAnotherConversation() {
        ScriptedChatModel model = new ScriptedChatModel();
        ChatClient agent = ChatClient.builder(model)
                .defaultTools(shop)
                .defaultAdvisors(GuardedToolsAdvisor.withDefaults())
                .build();
        model.calls("listOrders", answer -> "{}").answers();
        String arguments = argumentsOfRead(ask(agent, "ada"), "length");
        model.calls("plimsoll_read", answer -> arguments).answers();
        assertThat(ask(agent, "bob")).contains("CURSOR_INVALID");
        model.calls("plimsoll_read", answer -> arguments).answers();
        assertThat(ask(agent, "ada")).isEqualTo("{\"results\":[900]}");
    }

    private static String ask(ChatClient agent, String conversation) {
        return String.valueOf(agent.prompt("Orders?")
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content());
    }

    @Test
    void guardsToolsOfAnMcpServer() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ServerParameters server = ServerParameters.builder(java)
                .args("-cp", System.getProperty("java.class.path"), OrderServer.class.getName())
                .build();
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .initializationTimeout(Duration.ofSeconds(90))
                .build()) {
            client.initialize();
            ScriptedChatModel model = new ScriptedChatModel()
                    .calls("get_orders", answer -> "{}")
                    .calls(
                            "plimsoll_read",
                            answer -> argumentsOfRead(answer, "map(select(.status==\\\"open\\\")) | length"))
                    .answers();
            ChatClient agent = ChatClient.builder(model)
                    .defaultTools(
                            shop,
                            SyncMcpToolCallbackProvider.builder()
                                    .mcpClients(client)
                                    .build())
                    .defaultAdvisors(GuardedToolsAdvisor.withDefaults())
                    .build();
            String answer = agent.prompt("How many are open?").call().content();
            assertThat(model.toolResults().get(0))
                    .contains("\"totalCount\":900")
                    .hasSizeLessThan(8_000);
            assertThat(answer).isEqualTo("{\"results\":[300]}");
        }
    }
}
