package dev.plimsoll.micronaut;

import dev.plimsoll.json.Slice;
import dev.plimsoll.servlet.message.JsonRpc;
import dev.plimsoll.servlet.message.PostedMessages;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.order.Ordered;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.ServerHttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.body.AvailableByteBody;
import io.micronaut.http.body.ByteBody.SplitBackpressureMode;
import io.micronaut.http.filter.FilterContinuation;
import io.micronaut.json.JsonMapper;
import io.micronaut.scheduling.TaskExecutors;
import jakarta.inject.Named;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Decides about the message of a request before the MCP server gets it, and rewrites the response of the server. It is the last filter, so that it runs after authentication. It runs on threads that may block, because a follow-up read may take seconds. Requests to other routes pass unchanged.
 */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
@Requires(property = RouteSettings.ENABLED, notEquals = "false", defaultValue = "true")
final class RouteFilter implements Ordered {

    /** Type of the body that the controller takes. */
    private static final Argument<Map<String, Object>> MESSAGE = Argument.mapOf(String.class, Object.class);

    private final RouteGuard guard;
    private final JsonMapper json;
    private final Scheduler threads;

    RouteFilter(RouteGuard guard, JsonMapper json, @Named(TaskExecutors.BLOCKING) ExecutorService threads) {
        this.guard = guard;
        this.json = json;
        this.threads = Schedulers.fromExecutorService(threads);
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @RequestFilter
    Publisher<MutableHttpResponse<?>> handle(
            HttpRequest<?> request, FilterContinuation<Publisher<MutableHttpResponse<?>>> server) {
        if (!McpRoute.isRouteOf(request)) {
            return server.proceed();
        }
        return read(request).publishOn(threads).flatMap(body -> decide(request, Slice.of(body), server));
    }

    private Mono<byte[]> read(HttpRequest<?> request) {
        if (request instanceof ServerHttpRequest<?> received) {
            return Mono.fromFuture(() -> received.byteBody()
                            .split(SplitBackpressureMode.FASTEST)
                            .buffer())
                    .map(AvailableByteBody::toByteArray);
        }
        // another filter has replaced the request, so its body is the object that the controller gets
        return Mono.fromCallable(() -> {
            Object body = request.getBody(MESSAGE).orElse(null);
            return body == null ? new byte[0] : json.writeValueAsBytes(body);
        });
    }

    private Mono<MutableHttpResponse<?>> decide(
            HttpRequest<?> request, Slice body, FilterContinuation<Publisher<MutableHttpResponse<?>>> server) {
        PostedMessages messages = guard.decide(request, body);
        if (messages == null) {
            return badRequest(JsonRpc.PARSE_ERROR, "the body is not JSON-RPC");
        }
        if (messages.isBatch()) {
            return badRequest(
                    JsonRpc.INVALID_REQUEST, "the server does not accept batches: send one message for each request");
        }
        Slice forwarded = messages.forwarded();
        if (forwarded == null) {
            return createAnswersResponse(messages.createAnswersBody());
        }
        // request() does not change the continuation, but returns another one
        boolean isChanged = !forwarded.isSameRange(body);
        Mono<MutableHttpResponse<?>> response = Mono.from(
                isChanged ? server.request(withBody(request, forwarded)).proceed() : server.proceed());
        return messages.passesResponse()
                ? response
                : response.publishOn(threads).map(serverResponse -> rewrite(serverResponse, messages));
    }

    /** Returns the request with a changed body, of the type that the controller takes. */
    private HttpRequest<?> withBody(HttpRequest<?> request, Slice body) {
        try {
            return request.mutate().body(json.readValue(body.toByteArray(), MESSAGE));
        } catch (IOException e) {
            throw new IllegalStateException("the changed request is not JSON", e);
        }
    }

    private MutableHttpResponse<?> rewrite(MutableHttpResponse<?> response, PostedMessages messages) {
        Object serverBody = response.body();
        if (serverBody == null) {
            return response;
        }
        try {
            byte[] rewritten =
                    RewrittenDocument.rewrite(out -> json.writeValue(out, serverBody), messages, guard.quota());
            // Micronaut writes an unchanged body itself, so that the client gets the same bytes as without this filter
            return rewritten == null ? response : response.body(rewritten).contentType(MediaType.APPLICATION_JSON_TYPE);
        } catch (IOException e) {
            throw new IllegalStateException("the response of the MCP server cannot be written as JSON", e);
        }
    }

    private static Mono<MutableHttpResponse<?>> createAnswersResponse(Slice body) {
        return Mono.just(
                body.isEmpty()
                        ? HttpResponse.accepted()
                        : HttpResponse.ok(body.toByteArray()).contentType(MediaType.APPLICATION_JSON_TYPE));
    }

    private static Mono<MutableHttpResponse<?>> badRequest(int code, String message) {
        return Mono.just(HttpResponse.status(HttpStatus.BAD_REQUEST)
                .body(JsonRpc.error(code, message).toByteArray())
                .contentType(MediaType.APPLICATION_JSON_TYPE));
    }
}
