package dev.plimsoll.mcp;

import dev.plimsoll.mcp.annotation.AnnotatedTool;
import dev.plimsoll.mcp.annotation.AnnotatedTools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
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

/** Specifications without a session whose handlers return their result. */
final class StatelessSyncFamily
        extends Family<
                SyncToolSpecification,
                SyncResourceSpecification,
                SyncResourceTemplateSpecification,
                SyncPromptSpecification> {

    StatelessSyncFamily(Reception reception) {
        super(reception);
    }

    private <Q extends McpSchema.Request, A> BiFunction<McpTransportContext, Q, A> in(
            Judge<Q, A> judge, BiFunction<McpTransportContext, Q, A> handler) {
        return new Direct<>(handler, judge, this::visitor);
    }

    private <Q extends McpSchema.Request, A> BiFunction<McpTransportContext, Q, A> alone(Judge<Q, A> judge) {
        return in(judge, (exchange, request) -> {
            throw new IllegalStateException("the guard answers this itself");
        });
    }

    private Visitor visitor(McpTransportContext context, @Nullable Map<String, Object> meta) {
        return reception.visitor(context, null, meta);
    }

    @Override
    Tool toolOf(SyncToolSpecification specification) {
        return specification.tool();
    }

    @Override
    Object handlerOf(SyncToolSpecification specification) {
        return specification.callHandler();
    }

    @Override
    public SyncToolSpecification tool(SyncToolSpecification specification) {
        if (isGuarded(specification.callHandler())) {
            return specification;
        }
        GuardedTool tool = guarded(specification.tool());
        return new SyncToolSpecification(shown(tool), in(tool, specification.callHandler()));
    }

    @Override
    SyncToolSpecification routing(
            Tool tool, Judge<CallToolRequest, CallToolResult> judge, Map<String, SyncToolSpecification> byName) {
        return new SyncToolSpecification(
                tool,
                in(
                        judge,
                        (exchange, request) ->
                                behind(byName, request).callHandler().apply(exchange, request)));
    }

    @Override
    AnnotatedTools annotatedTools() {
        return new AnnotatedTools(reception.wire().mapper(), McpTransportContext.class, false);
    }

    @Override
    SyncToolSpecification plain(AnnotatedTool tool) {
        return new SyncToolSpecification(tool.tool(), (exchange, request) -> tool.call(exchange, exchange, request));
    }

    @Override
    SyncToolSpecification answering(Tool tool, Judge<CallToolRequest, CallToolResult> judge) {
        return new SyncToolSpecification(tool, alone(judge));
    }

    @Override
    public SyncResourceSpecification resource(SyncResourceSpecification specification) {
        return isGuarded(specification.readHandler())
                ? specification
                : new SyncResourceSpecification(specification.resource(), in(resources, specification.readHandler()));
    }

    @Override
    public SyncResourceTemplateSpecification template(SyncResourceTemplateSpecification specification) {
        return isGuarded(specification.readHandler())
                ? specification
                : new SyncResourceTemplateSpecification(
                        specification.resourceTemplate(), in(resources, specification.readHandler()));
    }

    @Override
    SyncResourceTemplateSpecification answering(
            ResourceTemplate template, Judge<ReadResourceRequest, ReadResourceResult> judge) {
        return new SyncResourceTemplateSpecification(template, alone(judge));
    }

    @Override
    public SyncPromptSpecification prompt(SyncPromptSpecification specification) {
        return isGuarded(specification.promptHandler())
                ? specification
                : new SyncPromptSpecification(specification.prompt(), in(prompts, specification.promptHandler()));
    }
}
