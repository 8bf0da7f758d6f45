package dev.plimsoll.gateway.paging;

import dev.plimsoll.gateway.rpc.ListParams;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Requests that Plimsoll makes for one request of a client, such as those of a program. They take the same way as the client's own
 * requests, with the same checks. Thread-safe.
 */
public final class InnerCalls {

    /** Takes requests, like those of the client. */
    @FunctionalInterface
    public interface RequestTarget {
        /** Handles a request, or a cancellation. {@code reply} gets the response, or is notified that there is none. */
        void handle(ReceivedMessages received, Peer reply);
    }

    private final RequestTarget target;
    private final boolean needsFreshResults;
    private final @Nullable Slice meta;
    // must be unlikely to repeat, but need not be secret
    private final String idPrefix =
            "plimsoll-inner-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong lastNumber = new AtomicLong();
    private final Set<InnerReply> pending = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> cancellation = new CompletableFuture<>();
    private volatile boolean isCancelled;

    /** @param request the request of the client, whose {@code _meta} the requests have */
    public InnerCalls(RequestTarget target, Message request) {
        this(target, ofInner(RequestMeta.of(request)), false);
    }

    private InnerCalls(RequestTarget target, @Nullable Slice meta, boolean needsFreshResults) {
        this.target = target;
        this.meta = meta;
        this.needsFreshResults = needsFreshResults;
    }

    /**
     * Creates requests that no stored response answers.
     *
     * @param meta the {@code _meta} of the client's request; null if it has none
     */
    public static InnerCalls fresh(RequestTarget target, @Nullable Slice meta) {
        return new InnerCalls(target, ofInner(meta), true);
    }

    /** Returns the client's {@code _meta} without what belongs to its request alone. */
    private static @Nullable Slice ofInner(@Nullable Slice meta) {
        return meta == null || Json.type(meta) != JsonType.OBJECT
                ? null
                : withoutTasks(ObjectEdit.without(ObjectEdit.without(meta, "progressToken"), RequestMeta.MAX_TOKENS));
    }

    /** Returns metadata without the statement that the client supports tasks: nobody would wait for the task of an inner call. */
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
     * Calls a tool again, with the input that it requested.
     *
     * @param input null for a first call
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
     * The input that a tool requested.
     *
     * @param responses the client's results, by the keys of the input requests
     * @param state the state to return to the server; null if it gave none
     */
    public record RequestedInput(Slice responses, @Nullable Slice state) {}

    /** Requests a page of the listing of the tools. */
    public CompletableFuture<Message> list(@Nullable String cursor) {
        return send("tools/list", ListParams.of(meta, cursor));
    }

    private CompletableFuture<Message> send(String method, Slice params) {
        Slice id =
                new ByteSink(48).string(idPrefix + lastNumber.incrementAndGet()).slice();
        InnerReply reply = new InnerReply(id);
        pending.add(reply);
        if (isCancelled) {
            reply.onCancelled();
        } else {
            target.handle(ReceivedMessages.of(Message.request(id, method, params)), reply);
        }
        return reply.response;
    }

    /** Returns whether all requests were cancelled. */
    public boolean isCancelled() {
        return isCancelled;
    }

    /** Cancels all pending requests, and rejects later ones. */
    public void cancel(String reason) {
        isCancelled = true;
        for (InnerReply reply : pending) {
            target.handle(ReceivedMessages.of(Message.cancellation(reply.id, reason)), answer -> {});
            reply.onCancelled();
        }
        cancellation.complete(null);
    }

    /** Runs an action when all requests are cancelled; at once if they were. */
    public void onCancel(Runnable action) {
        var _ = cancellation.thenRun(action);
    }

    /** Waits for the response to one request. */
    private final class InnerReply implements Peer {

        private final Slice id;
        private final CompletableFuture<Message> response = new CompletableFuture<>();

        InnerReply(Slice id) {
            this.id = id;
        }

        @Override
        public void send(Message message) {
            pending.remove(this);
            response.complete(message);
        }

        @Override
        public boolean isProgram() {
            return true;
        }

        @Override
        public boolean needsFreshResults() {
            return needsFreshResults;
        }

        @Override
        public void onCancelled() {
            pending.remove(this);
            response.cancel(false);
        }
    }
}
