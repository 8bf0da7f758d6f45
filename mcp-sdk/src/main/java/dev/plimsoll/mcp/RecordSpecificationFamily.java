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
 * Guard for the specifications of one kind of server, which are records of the SDK.
 *
 * @param <X> the first argument of handlers
 * @param <T> specifications of tools
 * @param <R> specifications of resources
 * @param <M> specifications of resource templates
 * @param <P> specifications of prompts
 * @param <C> return type of the handlers of tools: a result, or a {@code Mono} of a result
 * @param <D> return type of the handlers of resources
 * @param <G> return type of the handlers of prompts
 */
final class RecordSpecificationFamily<X, T, R, M, P, C, D, G> extends SpecificationFamily<T, R, M, P> {

    private final HandlerType<X> handlerType;
    private final Parts<X, T, R, M, P, C, D, G> parts;

    /** Accessors and constructors of the records. */
    record Parts<X, T, R, M, P, C, D, G>(
            SpecificationParts<T, Tool, BiFunction<X, CallToolRequest, C>> tool,
            SpecificationParts<R, Resource, BiFunction<X, ReadResourceRequest, D>> resource,
            SpecificationParts<M, ResourceTemplate, BiFunction<X, ReadResourceRequest, D>> template,
            SpecificationParts<P, Prompt, BiFunction<X, GetPromptRequest, G>> prompt) {}

    RecordSpecificationFamily(
            GuardContext guardContext, HandlerType<X> handlerType, Parts<X, T, R, M, P, C, D, G> parts) {
        super(guardContext);
        this.handlerType = handlerType;
        this.parts = parts;
    }

    /**
     * Wraps a handler in a guard. The casts are safe, because either all handlers of a family return a {@code Mono},
     * or none does.
     */
    @SuppressWarnings("unchecked")
    private <Q extends McpSchema.Request, A, O> BiFunction<X, Q, O> guardHandler(
            RequestGuard<Q, A> requestGuard, BiFunction<X, Q, O> handler) {
        RequestResolver<X> requestResolver = (exchange, meta) ->
                guardContext.guardedRequest(handlerType.senderOf().apply(exchange), meta);
        return handlerType.isAsync()
                ? (BiFunction<X, Q, O>)
                        new ReactiveHandler<>((BiFunction<X, Q, Mono<A>>) handler, requestGuard, requestResolver)
                : (BiFunction<X, Q, O>)
                        new BlockingHandler<>((BiFunction<X, Q, A>) handler, requestGuard, requestResolver);
    }

    private <Q extends McpSchema.Request, A, O> BiFunction<X, Q, O> guardOnly(RequestGuard<Q, A> requestGuard) {
        return guardHandler(requestGuard, (exchange, request) -> {
            throw new IllegalStateException("the guard answers this request, so no handler may run");
        });
    }

    private <S, E, Q extends McpSchema.Request, A, O> S guardSpecification(
            SpecificationParts<S, E, BiFunction<X, Q, O>> specificationParts,
            S specification,
            RequestGuard<Q, A> requestGuard) {
        BiFunction<X, Q, O> handler = specificationParts.handler().apply(specification);
        return isGuarded(handler)
                ? specification
                : specificationParts
                        .factory()
                        .apply(
                                specificationParts.definition().apply(specification),
                                guardHandler(requestGuard, handler));
    }

    // --- tools

    @Override
    Tool toolOf(T specification) {
        return parts.tool().definition().apply(specification);
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
        GuardedTool tool = guardTool(toolOf(specification));
        return parts.tool().factory().apply(listedTool(tool), guardHandler(tool, handler));
    }

    @Override
    T createRouted(Tool tool, RequestGuard<CallToolRequest, CallToolResult> requestGuard, Map<String, T> toolsByName) {
        return parts.tool()
                .factory()
                .apply(
                        tool,
                        guardHandler(
                                requestGuard,
                                (exchange, request) -> parts.tool()
                                        .handler()
                                        .apply(getByName(toolsByName, request))
                                        .apply(exchange, request)));
    }

    @Override
    AnnotatedTools annotatedTools() {
        return new AnnotatedTools(guardContext.sdkJson().mapper(), handlerType.exchangeType(), handlerType.isAsync());
    }

    /** Creates an unguarded tool from an annotated method. The cast is safe for the reason given at {@link #guardHandler}. */
    @Override
    @SuppressWarnings("unchecked")
    T createUnguarded(AnnotatedTool tool) {
        BiFunction<X, CallToolRequest, C> handler = (exchange, request) -> {
            var context = handlerType.senderOf().apply(exchange).context();
            return (C)
                    (handlerType.isAsync()
                            ? tool.callAsync(exchange, context, request)
                            : tool.call(exchange, context, request));
        };
        return parts.tool().factory().apply(tool.tool(), handler);
    }

    @Override
    T createAnsweredByGuard(Tool tool, RequestGuard<CallToolRequest, CallToolResult> requestGuard) {
        return parts.tool().factory().apply(tool, guardOnly(requestGuard));
    }

    // --- resources and prompts

    @Override
    public R resource(R specification) {
        guardContext.rules().guardedNames().addResource();
        return guardSpecification(parts.resource(), specification, resources);
    }

    @Override
    public M template(M specification) {
        guardContext.rules().guardedNames().addResource();
        return guardSpecification(parts.template(), specification, resources);
    }

    @Override
    M createAnsweredByGuard(
            ResourceTemplate template, RequestGuard<ReadResourceRequest, ReadResourceResult> requestGuard) {
        return parts.template().factory().apply(template, guardOnly(requestGuard));
    }

    @Override
    public P prompt(P specification) {
        guardContext.rules().guardedNames().addPrompt();
        return guardSpecification(parts.prompt(), specification, prompts);
    }
}
