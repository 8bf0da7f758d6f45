package dev.plimsoll.quarkus;

import dev.plimsoll.servlet.body.BodySink;
import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.body.ClientResponse;
import dev.plimsoll.servlet.message.PostedMessages;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Response whose JSON document or events are rewritten. The server writes the body in parts, which are rewritten in order on a thread that may block. For the server, the response ends when it calls {@code end}, even if the client does not have all parts yet.
 */
final class RewrittenResponse implements InvocationHandler, ClientResponse {

    private static final String CONTENT_LENGTH = "Content-Length";

    private final HttpServerResponse original;
    private final Context context;
    private final PostedMessages messages;
    private final BufferQuota quota;
    private final ByteArrayOutputStream rewritten = new ByteArrayOutputStream();
    private @Nullable BodySink sink;
    private @Nullable String serverLength;
    private Future<Void> written = Future.succeededFuture();
    private boolean isEnded;

    private RewrittenResponse(RoutingContext request, PostedMessages messages, BufferQuota quota) {
        this.original = request.response();
        this.context = request.vertx().getOrCreateContext();
        this.messages = messages;
        this.quota = quota;
    }

    static HttpServerResponse of(RoutingContext request, PostedMessages messages, BufferQuota quota) {
        return ObjectProxies.create(HttpServerResponse.class, new RewrittenResponse(request, messages, quota));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] values = arguments == null ? new Object[0] : arguments;
        return switch (method.getName()) {
            case "write" -> completeWith(write(bodyPart(values), false), values);
            case "end" -> completeWith(write(bodyPart(values), true), values);
            // default methods that call write and end
            case "send" -> InvocationHandler.invokeDefault(proxy, method, arguments);
            case "ended" -> hasEnded();
            case "sendFile", "push" ->
                throw new UnsupportedOperationException("Plimsoll cannot guard a body that HttpServerResponse."
                        + method.getName() + " writes. Fix: use write or end, or set plimsoll.enabled=false");
            default -> ObjectProxies.invoke(original, proxy, method, arguments);
        };
    }

    private static Buffer bodyPart(Object[] values) {
        if (values.length > 0 && values[0] instanceof Buffer buffer) {
            return buffer;
        }
        if (values.length > 0 && values[0] instanceof String text) {
            Charset charset = values.length > 1 && values[1] instanceof String name
                    ? Charset.forName(name)
                    : StandardCharsets.UTF_8;
            return Buffer.buffer(text.getBytes(charset));
        }
        return Buffer.buffer();
    }

    /** Returns the value for the caller: the future, or null if the last argument is a handler, which then gets the outcome. */
    @SuppressWarnings("unchecked") // the last parameter of these methods is such a handler
    private static @Nullable Object completeWith(Future<Void> future, Object[] values) {
        if (values.length > 0 && values[values.length - 1] instanceof Handler<?> handler) {
            future.onComplete((Handler<AsyncResult<Void>>) handler);
            return null;
        }
        return future;
    }

    private synchronized boolean hasEnded() {
        return isEnded || original.ended();
    }

    private synchronized Future<Void> write(Buffer bodyPart, boolean isLast) {
        if (isEnded) {
            return Future.failedFuture(new IllegalStateException("the response has ended"));
        }
        isEnded = isLast;
        Future<Buffer> ready =
                written.compose(before -> context.<Buffer>executeBlocking(() -> rewrite(bodyPart, isLast), false));
        written = ready.compose(bytes -> send(bytes, isLast));
        // without the reset, the client would wait for the end of the response
        written.onFailure(e -> original.reset());
        return written;
    }

    private Future<Void> send(Buffer bytes, boolean isLast) {
        if (isLast) {
            return original.end(bytes);
        }
        if (bytes.length() == 0) {
            return Future.succeededFuture();
        }
        if (!original.headWritten() && !original.headers().contains(CONTENT_LENGTH)) {
            original.setChunked(true);
        }
        return original.write(bytes);
    }

    /** Returns the bytes for the client. Calls do not overlap. */
    private Buffer rewrite(Buffer bodyPart, boolean isLast) throws IOException {
        BodySink body = sink == null ? createSink() : sink;
        sink = body;
        byte[] bytes = bodyPart.getBytes();
        if (bytes.length > 0) {
            body.write(bytes, 0, bytes.length);
        }
        if (isLast) {
            body.finish();
        }
        Buffer ready = Buffer.buffer(rewritten.toByteArray());
        rewritten.reset();
        return ready;
    }

    /** Creates the sink, and removes the length of the body that the server writes. */
    private BodySink createSink() throws IOException {
        serverLength = original.headers().get(CONTENT_LENGTH);
        original.headers().remove(CONTENT_LENGTH);
        return BodySink.of(this, messages, quota);
    }

    @Override
    public int status() {
        return original.getStatusCode();
    }

    @Override
    public @Nullable String header(String name) {
        return original.headers().get(name);
    }

    @Override
    public void beginDocument(int length) {
        // end(Buffer) gets the whole document and sets its length
    }

    @Override
    public void beginAnswers() {
        original.setStatusCode(200).putHeader("Content-Type", "application/json");
    }

    @Override
    public void beginUnchanged() {
        if (serverLength != null) {
            original.putHeader(CONTENT_LENGTH, serverLength);
        }
    }

    @Override
    public OutputStream output() {
        return rewritten;
    }
}
