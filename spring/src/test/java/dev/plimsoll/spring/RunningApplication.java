package dev.plimsoll.spring;

import dev.plimsoll.spring.app.Application;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientSseClientTransport;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** Application that runs on a free port, with its clients. */
final class RunningApplication implements AutoCloseable {

    static final JsonMapper JSON = new JsonMapper();

    private final ServerType serverType;
    private final ConfigurableApplicationContext context;
    private final List<McpSyncClient> clients = new ArrayList<>();

    private RunningApplication(ServerType serverType, ConfigurableApplicationContext context) {
        this.serverType = serverType;
        this.context = context;
    }

    /** Starts {@link Application} without other sources, with these properties. */
    static RunningApplication of(ServerType serverType, String... properties) {
        return of(serverType, new Class<?>[] {Application.class}, properties);
    }

    static RunningApplication of(ServerType serverType, Class<?>[] sources, String... properties) {
        SpringApplication application = new SpringApplication(sources);
        String[] arguments = Stream.of(
                        Stream.of(serverType.properties()),
                        Stream.of(
                                "server.port=0",
                                "server.address=127.0.0.1",
                                "spring.main.banner-mode=off",
                                "logging.level.root=ERROR",
                                "server.shutdown=immediate"),
                        Stream.of(properties))
                .flatMap(each -> each)
                .map(property -> "--" + property)
                .toArray(String[]::new);
        return new RunningApplication(serverType, application.run(arguments));
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    String address() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    @SuppressWarnings("deprecation") // the SSE transport is tested as long as the SDK has it
    private McpClientTransport transport(Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder();
        headers.forEach(request::header);
        return serverType.isSse()
                ? HttpClientSseClientTransport.builder(address()).build()
                : HttpClientStreamableHttpTransport.builder(address())
                        .requestBuilder(request)
                        .build();
    }

    /** Creates a client that validates results against the listed output schemas, as strict clients do. */
    McpSyncClient client() {
        return client(Map.of());
    }

    /** Creates a client that also sends these headers, except over SSE. */
    McpSyncClient client(Map<String, String> headers) {
        McpSyncClient client = McpClient.sync(transport(headers))
                .enableCallToolSchemaCaching(true)
                .build();
        clients.add(client);
        client.initialize();
        client.listTools();
        return client;
    }

    static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    /** Returns the first text of a result. */
    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    /** Returns all texts of a result. */
    static String allText(CallToolResult result) {
        return result.content().stream()
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining("\n"));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> json(CallToolResult result) {
        return JSON.readValue(text(result), Map.class);
    }

    @Override
    public void close() {
        clients.forEach(McpSyncClient::close);
        context.close();
    }
}
