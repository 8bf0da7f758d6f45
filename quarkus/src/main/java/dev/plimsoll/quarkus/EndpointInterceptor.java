package dev.plimsoll.quarkus;

import dev.plimsoll.json.Slice;
import dev.plimsoll.servlet.message.JsonRpc;
import dev.plimsoll.servlet.message.PostedMessages;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.impl.RoutingContextInternal;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the messages of a request before the MCP server gets them, and rewrites the response of the server. Both run
 * on threads that may block, because a follow-up read may take seconds.
 */
@GuardedEndpoint
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
class EndpointInterceptor {

    private static final int BAD_REQUEST = 400;
    private static final int ACCEPTED = 202;

    private final EndpointGuard guard;

    @Inject
    EndpointInterceptor(EndpointGuard guard) {
        this.guard = guard;
    }

    @AroundInvoke
    @Nullable Object handle(InvocationContext call) throws Exception {
        RoutingContextInternal request = (RoutingContextInternal) call.getParameters()[0];
        if (!guard.isEnabled()) {
            return call.proceed();
        }
        Buffer received = request.body().buffer();
        Slice body = received == null ? Slice.of("") : BufferConverter.toSlice(received);
        Context context = request.vertx().getOrCreateContext();
        context.<@Nullable PostedMessages>executeBlocking(() -> guard.decide(request, body), false)
                .onSuccess(messages -> respondOrForward(call, request, messages, body))
                .onFailure(request::fail);
        return null;
    }

    private void respondOrForward(
            InvocationContext call, RoutingContextInternal request, @Nullable PostedMessages messages, Slice body) {
        Slice forwarded = messages == null ? null : messages.forwarded();
        if (messages == null) {
            respond(
                    request.response().setStatusCode(BAD_REQUEST),
                    JsonRpc.error(JsonRpc.PARSE_ERROR, "the body is not JSON-RPC"));
        } else if (forwarded == null) {
            respond(request.response(), messages.createAnswersBody());
        } else {
            forward(call, request, messages, forwarded.isSameRange(body) ? null : forwarded);
        }
    }

    private void forward(
            InvocationContext call, RoutingContextInternal request, PostedMessages messages, @Nullable Slice changed) {
        if (changed != null) {
            request.setBody(BufferConverter.toBuffer(changed));
        }
        if (!messages.passesResponse()) {
            call.setParameters(new Object[] {RewrittenContext.of(request, messages, guard.quota())});
        }
        try {
            call.proceed();
        } catch (Exception e) {
            request.fail(e);
        }
    }

    private static void respond(HttpServerResponse response, Slice body) {
        if (body.isEmpty()) {
            response.setStatusCode(ACCEPTED).end();
        } else {
            response.putHeader("Content-Type", "application/json").end(BufferConverter.toBuffer(body));
        }
    }
}
