package dev.plimsoll.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/** The four kinds of servers in the SDK. Each kind serves the tools, resources, and prompts of {@link Shop}. */
enum ServerKind {
    SYNC {
        @Override
        HttpServlet serve(Shop shop, Guard guard, boolean guardFirst) {
            HttpServletStreamableServerTransportProvider transport = streamable();
            McpServer.SyncSpecification<?> builder = McpServer.sync(transport)
                    .serverInfo("shop", "1")
                    .resources(guardIf(
                            guardFirst,
                            guard.sync()::resource,
                            new McpServerFeatures.SyncResourceSpecification(Shop.manual(), (x, r) -> shop.read(r))))
                    .resourceTemplates(guardIf(
                            guardFirst,
                            guard.sync()::template,
                            new McpServerFeatures.SyncResourceTemplateSpecification(
                                    Shop.chapter(), (x, r) -> shop.read(r))))
                    .prompts(guardIf(
                            guardFirst,
                            guard.sync()::prompt,
                            new McpServerFeatures.SyncPromptSpecification(Shop.advice(), (x, r) -> shop.prompt(r))));
            for (Tool tool : TOOLS) {
                builder.tools(guardIf(
                        guardFirst,
                        guard.sync()::tool,
                        new McpServerFeatures.SyncToolSpecification(tool, (x, r) -> shop.call(r))));
            }
            guard.server(builder).build();
            return transport;
        }
    },
    ASYNC {
        @Override
        HttpServlet serve(Shop shop, Guard guard, boolean guardFirst) {
            HttpServletStreamableServerTransportProvider transport = streamable();
            McpServer.AsyncSpecification<?> builder = McpServer.async(transport)
                    .serverInfo("shop", "1")
                    .resources(guardIf(
                            guardFirst,
                            guard.async()::resource,
                            new McpServerFeatures.AsyncResourceSpecification(
                                    Shop.manual(), (x, r) -> Mono.fromCallable(() -> shop.read(r)))))
                    .resourceTemplates(guardIf(
                            guardFirst,
                            guard.async()::template,
                            new McpServerFeatures.AsyncResourceTemplateSpecification(
                                    Shop.chapter(), (x, r) -> Mono.fromCallable(() -> shop.read(r)))))
                    .prompts(guardIf(
                            guardFirst,
                            guard.async()::prompt,
                            new McpServerFeatures.AsyncPromptSpecification(
                                    Shop.advice(), (x, r) -> Mono.fromCallable(() -> shop.prompt(r)))));
            for (Tool tool : TOOLS) {
                builder.tools(guardIf(
                        guardFirst,
                        guard.async()::tool,
                        new McpServerFeatures.AsyncToolSpecification(
                                tool, (x, r) -> Mono.fromCallable(() -> shop.call(r)))));
            }
            guard.server(builder).build();
            return transport;
        }
    },
    STATELESS_SYNC {
        @Override
        HttpServlet serve(Shop shop, Guard guard, boolean guardFirst) {
            HttpServletStatelessServerTransport transport = stateless();
            McpServer.StatelessSyncSpecification builder = McpServer.sync(transport)
                    .serverInfo("shop", "1")
                    .resources(guardIf(
                            guardFirst,
                            guard.statelessSync()::resource,
                            new McpStatelessServerFeatures.SyncResourceSpecification(
                                    Shop.manual(), (x, r) -> shop.read(r))))
                    .resourceTemplates(guardIf(
                            guardFirst,
                            guard.statelessSync()::template,
                            new McpStatelessServerFeatures.SyncResourceTemplateSpecification(
                                    Shop.chapter(), (x, r) -> shop.read(r))))
                    .prompts(guardIf(
                            guardFirst,
                            guard.statelessSync()::prompt,
                            new McpStatelessServerFeatures.SyncPromptSpecification(
                                    Shop.advice(), (x, r) -> shop.prompt(r))));
            for (Tool tool : TOOLS) {
                builder.tools(guardIf(
                        guardFirst,
                        guard.statelessSync()::tool,
                        new McpStatelessServerFeatures.SyncToolSpecification(tool, (x, r) -> shop.call(r))));
            }
            guard.server(builder).build();
            return transport;
        }
    },
    STATELESS_ASYNC {
        @Override
        HttpServlet serve(Shop shop, Guard guard, boolean guardFirst) {
            HttpServletStatelessServerTransport transport = stateless();
            McpServer.StatelessAsyncSpecification builder = McpServer.async(transport)
                    .serverInfo("shop", "1")
                    .resources(guardIf(
                            guardFirst,
                            guard.statelessAsync()::resource,
                            new McpStatelessServerFeatures.AsyncResourceSpecification(
                                    Shop.manual(), (x, r) -> Mono.fromCallable(() -> shop.read(r)))))
                    .resourceTemplates(guardIf(
                            guardFirst,
                            guard.statelessAsync()::template,
                            new McpStatelessServerFeatures.AsyncResourceTemplateSpecification(
                                    Shop.chapter(), (x, r) -> Mono.fromCallable(() -> shop.read(r)))))
                    .prompts(guardIf(
                            guardFirst,
                            guard.statelessAsync()::prompt,
                            new McpStatelessServerFeatures.AsyncPromptSpecification(
                                    Shop.advice(), (x, r) -> Mono.fromCallable(() -> shop.prompt(r)))));
            for (Tool tool : TOOLS) {
                builder.tools(guardIf(
                        guardFirst,
                        guard.statelessAsync()::tool,
                        new McpStatelessServerFeatures.AsyncToolSpecification(
                                tool, (x, r) -> Mono.fromCallable(() -> shop.call(r)))));
            }
            guard.server(builder).build();
            return transport;
        }
    };

    private static final List<Tool> TOOLS = List.of(Shop.list(), Shop.structured(), Shop.picture(), Shop.delete());

    /**
     * Builds a guarded server.
     *
     * @param guardFirst whether each specification is guarded before it is added to the builder; the builder
     * is guarded in any case
     */
    abstract HttpServlet serve(Shop shop, Guard guard, boolean guardFirst);

    HttpServlet serve(Shop shop, Guard guard) {
        return serve(shop, guard, false);
    }

    private static <S> S guardIf(boolean guardFirst, UnaryOperator<S> guarded, S specification) {
        return guardFirst ? guarded.apply(specification) : specification;
    }

    static HttpServletStreamableServerTransportProvider streamable() {
        return HttpServletStreamableServerTransportProvider.builder()
                .contextExtractor(ServerKind::context)
                .build();
    }

    static HttpServletStatelessServerTransport stateless() {
        return HttpServletStatelessServerTransport.builder()
                .contextExtractor(ServerKind::context)
                .build();
    }

    private static McpTransportContext context(HttpServletRequest request) {
        String user = request.getHeader("X-User");
        return McpTransportContext.create(user == null ? Map.of() : Map.of("user", user));
    }
}
