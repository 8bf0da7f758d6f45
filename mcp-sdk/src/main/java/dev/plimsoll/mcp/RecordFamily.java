package dev.plimsoll.mcp;

import dev.plimsoll.mcp.annotation.AnnotatedTool;
import dev.plimsoll.mcp.annotation.AnnotatedTools;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/**
 * The specifications of one kind of server, as the SDK's records. {@code X} is what handlers get besides their request;
 * {@code C}, {@code D} and {@code G} are what those of tools, resources and prompts give: a result, or a {@code Mono} of one.
 */
final class RecordFamily<X, T, R, M, P, C, D, G> extends Family<T, R, M, P> {

    private final Manner<X> manner;
    private final Parts<X, T, R, M, P, C, D, G> parts;

    /** The records. */
    record Parts<X, T, R, M, P, C, D, G>(
            Part<T, Tool, BiFunction<X, CallToolRequest, C>> tool,
            Part<R, Resource, BiFunction<X, ReadResourceRequest, D>> resource,
            Part<M, ResourceTemplate, BiFunction<X, ReadResourceRequest, D>> template,
            Part<P, Prompt, BiFunction<X, GetPromptRequest, G>> prompt) {}

    RecordFamily(Reception reception, Manner<X> manner, Parts<X, T, R, M, P, C, D, G> parts) {
        super(reception);
        this.manner = manner;
        this.parts = parts;
    }

    /** What handlers give is a promise or not, as the manner says: a family has only handlers of one kind. */
    @SuppressWarnings("unchecked")
    private <Q extends McpSchema.Request, A, O> BiFunction<X, Q, O> in(Judge<Q, A> judge, BiFunction<X, Q, O> handler) {
        Visits<X> visits = (exchange, meta) -> reception.visitor(manner.sender().apply(exchange), meta);
        return manner.promises()
                ? (BiFunction<X, Q, O>) new Reactive<>((BiFunction<X, Q, Mono<A>>) handler, judge, visits)
                : (BiFunction<X, Q, O>) new Direct<>((BiFunction<X, Q, A>) handler, judge, visits);
    }

    private <Q extends McpSchema.Request, A, O> BiFunction<X, Q, O> alone(Judge<Q, A> judge) {
        return in(judge, (exchange, request) -> {
            throw new IllegalStateException("the guard answers this itself");
        });
    }

    private <S, E, Q extends McpSchema.Request, A, O> S guarded(
            Part<S, E, BiFunction<X, Q, O>> part, S specification, Judge<Q, A> judge) {
        BiFunction<X, Q, O> handler = part.handler().apply(specification);
        return isGuarded(handler)
                ? specification
                : part.made().apply(part.described().apply(specification), in(judge, handler));
    }

    // --- tools

    @Override
    Tool toolOf(T specification) {
        return parts.tool().described().apply(specification);
    }

    @Override
    Object handlerOf(T specification) {
        return parts.tool().handler().apply(specification);
    }

    @Override
    public T tool(T specification) {
        BiFunction<X, CallToolRequest, C> handler = parts.tool().handler().apply(specification);
        if (isGuarded(handler)) {
            return specification;
        }
        GuardedTool tool = guarded(toolOf(specification));
        return parts.tool().made().apply(shown(tool), in(tool, handler));
    }

    @Override
    T routing(Tool tool, Judge<CallToolRequest, CallToolResult> judge, Map<String, T> byName) {
        return parts.tool()
                .made()
                .apply(
                        tool,
                        in(
                                judge,
                                (exchange, request) -> parts.tool()
                                        .handler()
                                        .apply(behind(byName, request))
                                        .apply(exchange, request)));
    }

    @Override
    AnnotatedTools annotatedTools() {
        return new AnnotatedTools(reception.wire().mapper(), manner.exchange(), manner.promises());
    }

    /** As {@link #in}. */
    @Override
    @SuppressWarnings("unchecked")
    T plain(AnnotatedTool tool) {
        BiFunction<X, CallToolRequest, C> calling = (exchange, request) -> {
            var context = manner.sender().apply(exchange).context();
            return (C)
                    (manner.promises()
                            ? tool.promise(exchange, context, request)
                            : tool.call(exchange, context, request));
        };
        return parts.tool().made().apply(tool.tool(), calling);
    }

    @Override
    T answering(Tool tool, Judge<CallToolRequest, CallToolResult> judge) {
        return parts.tool().made().apply(tool, alone(judge));
    }

    // --- what is read, and prompts

    @Override
    public R resource(R specification) {
        return guarded(parts.resource(), specification, resources);
    }

    @Override
    public M template(M specification) {
        return guarded(parts.template(), specification, resources);
    }

    @Override
    M answering(ResourceTemplate template, Judge<ReadResourceRequest, ReadResourceResult> judge) {
        return parts.template().made().apply(template, alone(judge));
    }

    @Override
    public P prompt(P specification) {
        return guarded(parts.prompt(), specification, prompts);
    }
}
