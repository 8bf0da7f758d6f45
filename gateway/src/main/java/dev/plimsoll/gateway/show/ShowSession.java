package dev.plimsoll.gateway.show;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.gateway.endpoint.CursorArgument;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.ClientName;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Session of a client that may show apps. Calls of the app's tools and readings of its page are answered here; everything else goes
 * to the endpoint.
 */
public final class ShowSession implements EndpointSession {

    private static final int MAX_NAME_BYTES = 1024;

    private final EndpointSession session;
    private final ShowCalls calls;
    private final ShowHost host;

    /** Requests that are answered here, by their ids. */
    private final Map<Slice, Peer> running = new ConcurrentHashMap<>();

    private volatile boolean showsApps;
    private volatile String clientName = "";
    private volatile String revision = Revision.OLDEST.text();

    /**
     * Creates a session.
     *
     * @param session the session with the endpoint
     * @param clientAbilities the client's capabilities, as far as they are known before its first message
     */
    public ShowSession(EndpointSession session, ShowSources sources, ShowHost host, ClientAbilities clientAbilities) {
        this.session = session;
        this.calls = new ShowCalls(sources, host.views());
        this.host = host;
        this.showsApps = AppExtension.isDeclared(clientAbilities.capabilities());
    }

    @Override
    public void handle(ReceivedMessages received, Peer reply) {
        Message message = received.single();
        if (message == null || !message.isRequest()) {
            if (message != null && message.isCancellation()) {
                cancelRequest(message.cancelledId());
            }
            session.handle(received, reply);
            return;
        }
        switch (String.valueOf(message.method())) {
            case "initialize" -> {
                Slice params = message.params();
                Slice capabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
                showsApps = AppExtension.isDeclared(capabilities);
                clientName = params == null ? "" : ClientName.ofInitialize(params);
                session.handle(received, new CapabilityReply(reply, showsApps, this::setRevision));
            }
            case "server/discover" ->
                session.handle(received, new CapabilityReply(reply, showsApps(message), agreed -> {}));
            case "tools/list" -> session.handle(received, canList(message) ? listing(reply) : reply);
            case "tools/call" -> handleCall(message, received, reply);
            case "resources/read" -> {
                if (AppPageFile.URI.equals(ObjectEdit.textIn(message.params(), "uri", MAX_NAME_BYTES))) {
                    answer(message, reply, () -> AppPageFile.result(RequestMeta.isModern(message)));
                } else {
                    session.handle(received, reply);
                }
            }
            default -> session.handle(received, reply);
        }
    }

    private void setRevision(@Nullable String agreed) {
        revision = agreed == null ? revision : agreed;
    }

    private Peer listing(Peer reply) {
        return new ShowListingReply(reply, host::setAppOfServer);
    }

    /** Returns whether the client of this request shows apps. */
    private boolean showsApps(Message request) {
        return RequestMeta.isModern(request) ? AppExtension.isDeclared(RequestMeta.capabilities(request)) : showsApps;
    }

    private boolean canList(Message request) {
        Slice params = request.params();
        return showsApps(request) && (params == null || ObjectEdit.textIn(params, "cursor", Integer.MAX_VALUE) == null);
    }

    private ClientFeatures client(Message request) {
        String stated = RequestMeta.revision(request);
        return stated == null
                ? Revision.of(revision).clientFeatures().withName(clientName).withApps(showsApps)
                : Revision.of(stated)
                        .clientFeatures()
                        .withName(ClientName.of(request))
                        .withApps(showsApps(request));
    }

    private void handleCall(Message request, ReceivedMessages received, Peer reply) {
        String name = ObjectEdit.textIn(request.params(), "name", MAX_NAME_BYTES);
        boolean isShow = ShowTools.SHOW.equals(name) && showsApps(request);
        boolean isRead = ShowTools.READ.equals(name);
        if (!(isShow || isRead) || (host.isAppOfServer() && !isOwn(request, isShow))) {
            session.handle(received, reply);
            return;
        }
        ClientFeatures client = client(request);
        answer(request, reply, () -> {
            try {
                ShowArguments arguments = ShowArguments.of(request);
                return isShow ? calls.show(arguments, client, reply::onReceipt) : calls.read(arguments, client);
            } catch (RefusedException refused) {
                return refused(refused, isShow, client, reply);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                host.log().log(
                        LogSeverity.ERROR,
                        "a result could not be shown",
                        "error",
                        e.getClass().getName());
                RefusedException why = new RefusedException(
                        ErrorCode.INTERNAL_ERROR, "the result could not be shown", "read it with plimsoll_read");
                return refused(why, isShow, client, reply);
            }
        });
    }

    private Slice refused(RefusedException why, boolean isShow, ClientFeatures client, Peer reply) {
        return isShow ? calls.refuseShow(why, client, reply::onReceipt) : ShowCalls.refuseRead(why, client);
    }

    /** Returns whether a call is about a result that is stored here, and not in a Plimsoll behind this one. */
    private boolean isOwn(Message request, boolean isShow) {
        Slice params = request.params();
        String cursor = CursorArgument.find(params == null ? null : ObjectEdit.objectIn(params, "arguments"));
        return cursor != null && (isShow ? calls.owns(cursor) : calls.ownsAppCursor(cursor));
    }

    /** Makes a result, which no failure of the gateway may delay. */
    @FunctionalInterface
    private interface ResultMaker {
        Slice make();
    }

    private void answer(Message request, Peer reply, ResultMaker maker) {
        Slice id = request.id();
        if (id == null || running.putIfAbsent(id, reply) != null) {
            // a client that uses an id twice cannot tell the responses apart
            reply.onCancelled();
            return;
        }
        host.executor().execute(() -> {
            Message response = Message.result(id, maker.make());
            if (running.remove(id, reply)) {
                try {
                    reply.send(response);
                } catch (IOException e) {
                    host.log().log(LogSeverity.DEBUG, "the client has disconnected");
                }
            }
        });
    }

    private void cancelRequest(@Nullable Slice id) {
        Peer reply = id == null ? null : running.remove(id);
        if (reply != null) {
            reply.onCancelled();
        }
    }

    @Override
    public boolean isIdle() {
        return running.isEmpty() && session.isIdle();
    }

    @Override
    public void expire() {
        session.expire();
    }

    @Override
    public void cancel() {
        running.keySet().forEach(this::cancelRequest);
        session.cancel();
    }

    @Override
    public void close() {
        session.close();
    }
}
