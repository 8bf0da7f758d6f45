package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A server that was initialized, for requests that say all about themselves. */
final class ModernOnLegacy implements Upstream {

    private final Upstream server;
    private final Slice initialized;
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();
    private final Listening listening;
    private volatile @Nullable String logLevel;
    private volatile @Nullable Hearer hearer;

    /**
     * A request on its way.
     *
     * @param urls whether it may be answered by sending the client's user to a URL
     */
    private record Asked(String method, boolean urls) {}

    ModernOnLegacy(Upstream server, Slice initialized) {
        this.server = server;
        this.initialized = initialized;
        this.listening = new Listening(server, this::tell);
    }

    @Override
    public void hear(Hearer whoHears) {
        hearer = whoHears;
        server.hear(new Translated(whoHears));
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message message = Message.of(Message.joined(pieces));
        Slice id = message == null ? null : message.id();
        String method = message == null ? null : message.method();
        if (message == null || id == null || method == null) {
            if (message == null || !listening.end(message)) {
                server.send(pieces);
            }
        } else if (method.equals("server/discover")) {
            tell(Message.result(id, Modern.discovered(initialized)));
        } else if (method.equals(Listening.METHOD)) {
            listening.begin(message, id, ObjectEdit.objectIn(initialized, "capabilities"));
        } else if (Modern.isGone(method)) {
            tell(Message.error(id, unknown(method)));
        } else {
            level(Modern.logLevel(message));
            asked.put(
                    RequestId.key(id),
                    new Asked(
                            method,
                            Modern.mayAsk(method) && Modern.abilities(message).urls()));
            Slice params = message.params();
            if (params == null || Json.type(params) != JsonType.OBJECT) {
                server.send(pieces);
            } else {
                server.send(message.with(params, List.of(Modern.plain(params))));
            }
        }
    }

    /** What the request wants to hear of what is logged: nothing, if it does not say. */
    private void level(@Nullable String wanted) throws IOException {
        if (wanted == null || Levels.of(wanted) < 0) {
            return;
        }
        logLevel = wanted;
        Slice capabilities = ObjectEdit.objectIn(initialized, "capabilities");
        if (capabilities != null && ObjectEdit.valueIn(capabilities, "logging") != null) {
            Slice params = new ByteSink()
                    .ascii("{\"level\":")
                    .string(wanted)
                    .ascii("}")
                    .slice();
            server.send(Message.request(listening.ownId(), "logging/setLevel", params));
        }
    }

    private boolean isLoud(Message notification) {
        return "notifications/message".equals(notification.method())
                && !Levels.reaches(ObjectEdit.textIn(notification.params(), "level", 64), logLevel);
    }

    private static Fault unknown(String method) {
        return new Fault(
                Fault.METHOD_NOT_FOUND,
                new RefusedException(
                        ErrorCode.NOT_FOUND,
                        "there is no " + method + " in revision " + Modern.VERSION + ", or not of this server",
                        "ask server/discover what there is"));
    }

    private void tell(Slice message) {
        Hearer known = hearer;
        if (known != null) {
            try {
                known.heard(message);
            } catch (IOException e) {
                // the client is gone, and will leave
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Translated extends Translation {

        Translated(Hearer client) {
            super(client);
        }

        @Override
        public void heard(Message message) throws IOException {
            Slice id = message.id();
            if (message.isResponse() && id != null) {
                if (!listening.isOwn(id)) {
                    answer(message, asked.remove(RequestId.key(id)));
                }
            } else if (!listening.heard(message) && !isLoud(message)) {
                client.heard(message);
            }
        }

        private void answer(Message message, @Nullable Asked request) throws IOException {
            Slice result = message.result();
            if (result == null) {
                client.heard(LegacyErrors.translated(message, request != null && request.urls()));
                return;
            }
            String method = request == null ? null : request.method();
            String added = Modern.added(method, result, message.checked());
            client.heard(added.isEmpty() ? message : message.adding(added));
        }

        @Override
        public void failed(Slice requestId, RefusedException why) throws IOException {
            asked.remove(RequestId.key(requestId));
            client.failed(requestId, why);
        }
    }
}
