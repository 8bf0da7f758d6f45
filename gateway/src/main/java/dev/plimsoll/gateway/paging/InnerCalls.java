package dev.plimsoll.gateway.paging;

import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.RequestTarget;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Requests that Plimsoll makes for one request of a client, such as the calls of a program. They pass the
 * same filters and checks as the client's own requests. Thread-safe.
 */
public final class InnerCalls {

    private final OwnRequests requests;
    private final OwnRequests.Origin origin;
    private final @Nullable Slice meta;
    private final CompletableFuture<Void> cancellation = new CompletableFuture<>();
    private volatile boolean isCancelled;

    /** @param request the request of the client; the inner requests have its {@code _meta} */
    public InnerCalls(RequestTarget target, Message request) {
        this(target, innerMeta(RequestMeta.of(request)), OwnRequests.Origin.PROGRAM);
    }

    private InnerCalls(RequestTarget target, @Nullable Slice meta, OwnRequests.Origin origin) {
        this.requests = OwnRequests.to(target);
        this.meta = meta;
        this.origin = origin;
    }

    /**
     * Creates requests that always reach the server: the response cache does not answer them.
     *
     * @param meta the {@code _meta} of the client's request; null if it has none
     */
    public static InnerCalls bypassingCache(RequestTarget target, @Nullable Slice meta) {
        return new InnerCalls(target, innerMeta(meta), OwnRequests.Origin.FRESH_PROGRAM);
    }

    /**
     * Returns the {@code _meta} of inner requests: that of the client's request, without the members that
     * only apply to the client's request.
     */
    private static @Nullable Slice innerMeta(@Nullable Slice meta) {
        return meta == null || Json.type(meta) != JsonType.OBJECT
                ? null
                : withoutTasks(ObjectEdit.without(ObjectEdit.without(meta, "progressToken"), RequestMeta.MAX_TOKENS));
    }

    /**
     * Returns metadata that does not declare support for tasks. Plimsoll cannot wait for the task of an inner call.
     */
    private static Slice withoutTasks(Slice meta) {
        Slice capabilities = ObjectEdit.objectIn(meta, RequestMeta.CLIENT_CAPABILITIES);
        Slice extensions = capabilities == null ? null : ObjectEdit.objectIn(capabilities, "extensions");
        return capabilities == null || extensions == null || Members.get(extensions, RequestMeta.TASKS) == null
                ? meta
                : ObjectEdit.with(
                        meta,
                        RequestMeta.CLIENT_CAPABILITIES,
                        ObjectEdit.with(capabilities, "extensions", ObjectEdit.without(extensions, RequestMeta.TASKS)));
    }

    /** Calls a tool. The future fails with a {@link CancellationException} if the call is cancelled. */
    public CompletableFuture<Message> call(String tool, Slice arguments) {
        return call(tool, arguments, null);
    }

    /**
     * Calls a tool, or repeats a call with the input that the tool requested.
     *
     * @param input the input; null for a first call
     */
    public CompletableFuture<Message> call(String tool, Slice arguments, @Nullable RequestedInput input) {
        JsonWriter params = new JsonWriter(arguments.length() + 256).beginObject();
        params.string("name", tool).raw("arguments", arguments);
        if (input != null) {
            params.raw("inputResponses", input.responses());
            Slice state = input.state();
            if (state != null) {
                params.raw("requestState", state);
            }
        }
        if (meta != null) {
            params.raw("_meta", meta);
        }
        return send("tools/call", params.endObject().slice());
    }

    /**
     * Responses to the input requests of a tool.
     *
     * @param responses the client's results, by the keys of the input requests
     * @param state the request state ({@code requestState}) of the tool's result; null if it has none
     */
    public record RequestedInput(Slice responses, @Nullable Slice state) {}

    /** Requests a page of the tool list. */
    public CompletableFuture<Message> listTools(@Nullable String cursor) {
        return send("tools/list", ListParams.of(meta, cursor));
    }

    private CompletableFuture<Message> send(String method, Slice params) {
        try {
            return requests.send(method, params, origin).response();
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new CancellationException("the requests were cancelled"));
        }
    }

    /** Returns whether {@link #cancel} was called. */
    public boolean isCancelled() {
        return isCancelled;
    }

    /** Cancels all pending requests, and rejects later ones. */
    public void cancel(String reason) {
        isCancelled = true;
        requests.cancelAll(reason);
        cancellation.complete(null);
    }

    /** Runs an action when {@link #cancel} is called; immediately if it was already called. */
    public void onCancel(Runnable action) {
        var _ = cancellation.thenRun(action);
    }
}
