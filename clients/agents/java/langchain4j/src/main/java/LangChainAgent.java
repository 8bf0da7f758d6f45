import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.util.List;

/** Runs an agent of LangChain4j: java -jar agent.jar PROMPT */
public class LangChainAgent {

    interface Assistant {
        String answer(String prompt);
    }

    private static final String SERVER = "npx -y plimsoll run -- npx -y @modelcontextprotocol/server-everything";

    public static void main(String[] args) throws Exception {
        String server = System.getenv().getOrDefault("MCP_SERVER", SERVER);
        OpenAiChatModel model = OpenAiChatModel.builder()
                .baseUrl(System.getenv("OPENAI_BASE_URL"))
                .apiKey(System.getenv("OPENAI_API_KEY"))
                .modelName(System.getenv("MODEL"))
                .build();
        StdioMcpTransport transport =
                StdioMcpTransport.builder().command(List.of(server.split(" "))).build();
        try (McpClient client =
                DefaultMcpClient.builder().transport(transport).build()) {
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(model)
                    .toolProvider(
                            McpToolProvider.builder().mcpClients(client).build())
                    .build();
            System.out.println(assistant.answer(args[0]));
        }
    }
}
