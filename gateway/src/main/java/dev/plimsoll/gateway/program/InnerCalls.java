package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.endpoint.EndpointSession;
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
import dev.plimsoll.json.Slice;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Requests of one program. They pass the session of the program's client, like its own requests. Thread-safe. */
final class InnerCalls {

    private final EndpointSession session;
    private final @Nullable Slice meta;
    // must be unlikely to repeat, but need not be secret
    private final String idPrefix =
            "plimsoll-run-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong lastNumber = new AtomicLong();
    private final Set<InnerReply> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean isCancelled;

    /** @param request the request of the program */
    InnerCalls(EndpointSession session, Message request) {
        this.session = session;
        this.meta = ofInner(RequestMeta.of(request));
    }

    /** Returns the client's {@code _meta} without what belongs to its request alone. */
    private static @Nullable Slice ofInner(@Nullable Slice meta) {
        return meta == null || Json.type(meta) != JsonType.OBJECT
                ? null
                : ObjectEdit.without(ObjectEdit.without(meta, "progressToken"), RequestMeta.MAX_TOKENS);
    }

    /** Calls a tool. The future fails with a {@link CancellationException} if the call is cancelled. */
    CompletableFuture<Message> call(String tool, Slice arguments) {
        JsonWriter params = new JsonWriter(arguments.length() + 256).beginObject();
        params.string("name", tool).raw("arguments", arguments);
        if (meta != null) {
            params.raw("_meta", meta);
        }
        return send("tools/call", params.endObject().slice());
    }

    /** Requests a page of the listing of the tools. */
    CompletableFuture<Message> list(@Nullable String cursor) {
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
            session.handle(ReceivedMessages.of(Message.request(id, method, params)), reply);
        }
        return reply.response;
    }

    /** Returns whether all requests were cancelled. */
    boolean isCancelled() {
        return isCancelled;
    }

    /** Cancels all pending requests, and rejects later ones. */
    void cancel(String reason) {
        isCancelled = true;
        for (InnerReply reply : pending) {
            session.handle(ReceivedMessages.of(Message.cancellation(reply.id, reason)), answer -> {});
            reply.onCancelled();
        }
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
        public void onCancelled() {
            pending.remove(this);
            response.cancel(false);
        }
    }
}
