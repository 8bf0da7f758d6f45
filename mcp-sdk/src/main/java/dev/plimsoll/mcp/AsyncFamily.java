package dev.plimsoll.mcp;

import dev.plimsoll.mcp.annotation.AnnotatedTool;
import dev.plimsoll.mcp.annotation.AnnotatedTools;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Specifications whose handlers promise their result. */
final class AsyncFamily
        extends Family<
                AsyncToolSpecification,
                AsyncResourceSpecification,
                AsyncResourceTemplateSpecification,
                AsyncPromptSpecification> {

    AsyncFamily(Reception reception) {
        super(reception);
    }

    private <Q extends McpSchema.Request, A> BiFunction<McpAsyncServerExchange, Q, Mono<A>> in(
            Judge<Q, A> judge, BiFunction<McpAsyncServerExchange, Q, Mono<A>> handler) {
        return new Reactive<>(handler, judge, this::visitor);
    }

    private <Q extends McpSchema.Request, A> BiFunction<McpAsyncServerExchange, Q, Mono<A>> alone(Judge<Q, A> judge) {
        return in(judge, (exchange, request) -> {
            throw new IllegalStateException("the guard answers this itself");
        });
    }

    private Visitor visitor(McpAsyncServerExchange exchange, @Nullable Map<String, Object> meta) {
        return reception.visitor(exchange.transportContext(), exchange.getClientInfo(), meta);
    }

    @Override
    Tool toolOf(AsyncToolSpecification specification) {
        return specification.tool();
    }

    @Override
    Object handlerOf(AsyncToolSpecification specification) {
        return specification.callHandler();
    }

    @Override
    public AsyncToolSpecification tool(AsyncToolSpecification specification) {
        if (isGuarded(specification.callHandler())) {
            return specification;
        }
        GuardedTool tool = guarded(specification.tool());
        return new AsyncToolSpecification(shown(tool), in(tool, specification.callHandler()));
    }

    @Override
    AsyncToolSpecification routing(
            Tool tool, Judge<CallToolRequest, CallToolResult> judge, Map<String, AsyncToolSpecification> byName) {
        return new AsyncToolSpecification(
                tool,
                in(
                        judge,
                        (exchange, request) ->
                                behind(byName, request).callHandler().apply(exchange, request)));
    }

    @Override
    AnnotatedTools annotatedTools() {
        return new AnnotatedTools(reception.wire().mapper(), McpAsyncServerExchange.class, true);
    }

    @Override
    AsyncToolSpecification plain(AnnotatedTool tool) {
        return new AsyncToolSpecification(
                tool.tool(), (exchange, request) -> tool.promise(exchange, exchange.transportContext(), request));
    }

    @Override
    AsyncToolSpecification answering(Tool tool, Judge<CallToolRequest, CallToolResult> judge) {
        return new AsyncToolSpecification(tool, alone(judge));
    }

    @Override
    public AsyncResourceSpecification resource(AsyncResourceSpecification specification) {
        return isGuarded(specification.readHandler())
                ? specification
                : new AsyncResourceSpecification(specification.resource(), in(resources, specification.readHandler()));
    }

    @Override
    public AsyncResourceTemplateSpecification template(AsyncResourceTemplateSpecification specification) {
        return isGuarded(specification.readHandler())
                ? specification
                : new AsyncResourceTemplateSpecification(
                        specification.resourceTemplate(), in(resources, specification.readHandler()));
    }

    @Override
    AsyncResourceTemplateSpecification answering(
            ResourceTemplate template, Judge<ReadResourceRequest, ReadResourceResult> judge) {
        return new AsyncResourceTemplateSpecification(template, alone(judge));
    }

    @Override
    public AsyncPromptSpecification prompt(AsyncPromptSpecification specification) {
        return isGuarded(specification.promptHandler())
                ? specification
                : new AsyncPromptSpecification(specification.prompt(), in(prompts, specification.promptHandler()));
    }
}
