package example;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.policy.Preset;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;

/** Server with annotated methods as tools. The first answer to a large result is a probe. */
public final class AnnotatedServer {

    public static void main(String... args) {
        Guard guard = Guard.builder().preset(Preset.PROBE).build();
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("inventory", "1.0")
                .tools(guard.sync().scan(new Warehouse()))
                .build();
    }
}
