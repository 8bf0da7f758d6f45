package dev.plimsoll.sample;

import dev.plimsoll.mcp.Guard;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import java.util.List;

/**
 * Starts the server on standard input and output, or over HTTP with {@code --http PORT}. The library guards it in one line;
 * {@code --unguarded} turns that off for use behind a gateway.
 */
public final class Main {

    private static final String USAGE = "options: --http PORT (0 to 65535), --unguarded";

    private Main() {}

    public static void main(String[] args) throws Exception {
        Options options;
        try {
            options = Options.of(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println("sample: " + e.getMessage() + "; " + USAGE);
            System.exit(2);
            return;
        }
        Inventory inventory = Inventory.open();
        if (options.port() < 0) {
            start(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())), inventory, options);
            return;
        }
        HttpServletStreamableServerTransportProvider transport =
                HttpServletStreamableServerTransportProvider.builder().build();
        McpSyncServer server = start(McpServer.sync(transport), inventory, options);
        SampleHttpServer httpServer = SampleHttpServer.open(transport, options.port());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            httpServer.close();
            server.close();
        }));
        System.err.println("sample: http://127.0.0.1:" + httpServer.port() + "/mcp");
    }

    private static McpSyncServer start(SyncSpecification<?> builder, Inventory inventory, Options options) {
        builder.serverInfo("plimsoll-sample", "0.1.0")
                .instructions("An inventory: warehouses, products, devices, bookings, and events.")
                .tools(ListTools.create(inventory))
                .tools(DocumentTools.create(inventory))
                .tools(ChangeTools.create(inventory))
                .resources(StockResources.resources(inventory))
                .resourceTemplates(StockResources.templates(inventory))
                .prompts(StockResources.prompts(inventory));
        if (options.isUnguarded()) {
            return builder.build();
        }
        Guard guard = Guard.withDefaults();
        // EventTools needs the guard, which reads its page source
        return guard.server(builder.tools(guard.sync().scan(new EventTools(inventory))))
                .build();
    }

    /** @param port the HTTP port; negative for standard input and output */
    record Options(int port, boolean isUnguarded) {

        static Options of(List<String> args) {
            int port = -1;
            boolean isUnguarded = false;
            for (int i = 0; i < args.size(); i++) {
                switch (args.get(i)) {
                    case "--unguarded" -> isUnguarded = true;
                    case "--http" -> port = port(i + 1 < args.size() ? args.get(++i) : "");
                    default -> throw new IllegalArgumentException("unknown option " + args.get(i));
                }
            }
            return new Options(port, isUnguarded);
        }

        private static int port(String text) {
            int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("--http: must be a port, got '" + text + "'");
            }
            return port;
        }
    }
}
