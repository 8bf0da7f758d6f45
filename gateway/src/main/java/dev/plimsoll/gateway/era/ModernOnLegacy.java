package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
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

/** Translates between modern requests and a legacy server, which is initialized already. */
final class ModernOnLegacy implements Upstream {

    private final Upstream server;
    private final Slice initialized;
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();
    private final ListenEmulator listenEmulator;
    private volatile @Nullable String logLevel;
    private volatile @Nullable UpstreamListener upstreamListener;

    /**
     * A pending request.
     *
     * @param urls whether it may be answered with a request to open a URL
     */
    private record Asked(String method, boolean urls) {}

    ModernOnLegacy(Upstream server, Slice initialized) {
        this.server = server;
        this.initialized = initialized;
        this.listenEmulator = new ListenEmulator(server, this::tell);
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
        server.start(new Translated(listener));
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message message = Message.of(Message.joined(pieces));
        Slice id = message == null ? null : message.id();
        String method = message == null ? null : message.method();
        if (message == null || id == null || method == null) {
            if (message == null || !listenEmulator.end(message)) {
                server.send(pieces);
            }
        } else if (method.equals("server/discover")) {
            tell(Message.result(id, ModernMessages.discovered(initialized)));
        } else if (method.equals(ListenEmulator.METHOD)) {
            listenEmulator.begin(message, id, ObjectEdit.objectIn(initialized, "capabilities"));
        } else if (ModernMessages.isGone(method)) {
            tell(Message.error(id, unknown(method)));
        } else {
            level(ModernMessages.logLevel(message));
            asked.put(
                    RequestId.key(id),
                    new Asked(
                            method,
                            ModernMessages.mayAsk(method)
                                    && ModernMessages.abilities(message).urls()));
            Slice params = message.params();
            if (params == null || Json.type(params) != JsonType.OBJECT) {
                server.send(pieces);
            } else {
                server.send(message.with(params, List.of(ModernMessages.plain(params))));
            }
        }
    }

    /** Applies the log level that a request wants. Without one, nothing changes. */
    private void level(@Nullable String wanted) throws IOException {
        if (wanted == null || LogLevels.of(wanted) < 0) {
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
            server.send(Message.request(listenEmulator.ownId(), "logging/setLevel", params));
        }
    }

    private boolean isLoud(Message notification) {
        return "notifications/message".equals(notification.method())
                && !LogLevels.reaches(ObjectEdit.textIn(notification.params(), "level", 64), logLevel);
    }

    private static ErrorObject unknown(String method) {
        return new ErrorObject(
                ErrorObject.METHOD_NOT_FOUND,
                new RefusedException(
                        ErrorCode.NOT_FOUND,
                        "revision " + ModernMessages.VERSION + " or this server does not support " + method,
                        "call server/discover for the supported capabilities"));
    }

    private void tell(Slice message) {
        UpstreamListener listener = upstreamListener;
        if (listener != null) {
            try {
                listener.onMessage(message);
            } catch (IOException e) {
                // the client has disconnected
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Translated extends Translation {

        Translated(UpstreamListener client) {
            super(client);
        }

        @Override
        public void onMessage(Message message) throws IOException {
            Slice id = message.id();
            if (message.isResponse() && id != null) {
                if (!listenEmulator.isOwn(id)) {
                    answer(message, asked.remove(RequestId.key(id)));
                }
            } else if (!listenEmulator.heard(message) && !isLoud(message)) {
                client.onMessage(message);
            }
        }

        private void answer(Message message, @Nullable Asked request) throws IOException {
            Slice result = message.result();
            if (result == null) {
                client.onMessage(LegacyErrors.translated(message, request != null && request.urls()));
                return;
            }
            String method = request == null ? null : request.method();
            String added = ModernMessages.added(method, result, message.checked());
            client.onMessage(added.isEmpty() ? message : message.adding(added));
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
            asked.remove(RequestId.key(requestId));
            client.onRequestFailed(requestId, why);
        }
    }
}
