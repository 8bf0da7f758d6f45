package dev.plimsoll.gateway.show;

import dev.plimsoll.app.AppExtension;
import dev.plimsoll.gateway.endpoint.CursorArgument;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ToolsPage;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.ClientName;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.ResultEditor;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Session of a client that may show the app of {@code plimsoll_show}. It handles calls of the app's tools and
 * requests for the app page. All other messages go to the endpoint.
 */
public final class ShowSession implements EndpointSession {

    private static final int MAX_NAME_BYTES = 1024;
    private static final int MAX_REVISION_BYTES = 64;

    /** Maximum number of requests of one session that are handled at the same time. */
    private static final int MAX_RUNNING = 16;

    private final EndpointSession session;
    private final ShowCalls calls;
    private final ShowContext context;

    /** Requests that this session handles. */
    private final PendingRequests<RunningRequest> running = new PendingRequests<>();

    private volatile boolean canShowApps;
    private volatile String clientName = "";
    private volatile String revision = Revision.OLDEST.text();

    /** A request that this session handles and that has no response yet. */
    private record RunningRequest(Slice id, Peer requester) {}

    /**
     * Creates a session.
     *
     * @param session the session with the endpoint
     * @param sources supplies the results that the caller can show
     * @param clientAbilities the client's abilities that are known before its first message
     */
    public ShowSession(
            EndpointSession session, ShowSources sources, ShowContext context, ClientAbilities clientAbilities) {
        this.session = session;
        this.calls = new ShowCalls(sources, context.views());
        this.context = context;
        this.canShowApps = AppExtension.isDeclared(clientAbilities.capabilities());
    }

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        Message message = received.single();
        if (message == null || !message.isRequest()) {
            if (message != null && message.isCancellation()) {
                cancelRequest(message.cancelledId());
            }
            session.handle(received, requester);
            return;
        }
        switch (String.valueOf(message.method())) {
            case "initialize" -> {
                Slice params = message.params();
                Slice capabilities = params == null ? null : ObjectEdit.objectIn(params, "capabilities");
                canShowApps = AppExtension.isDeclared(capabilities);
                clientName = params == null ? "" : ClientName.ofInitialize(params);
                session.handle(received, new ResultEditor(requester, this::onInitialized));
            }
            case "server/discover" ->
                session.handle(
                        received,
                        canShowApps(message) ? new ResultEditor(requester, AppCapabilities::addTo) : requester);
            case "tools/list" ->
                session.handle(
                        received, canAddTools(message) ? new ResultEditor(requester, this::withTools) : requester);
            case "tools/call" -> handleCall(message, received, requester);
            case "resources/read" -> {
                if (AppPageFile.URI.equals(ObjectEdit.shortText(message.param("uri"), MAX_NAME_BYTES))) {
                    respond(message, requester, () -> AppPageFile.toReadResult(RequestMeta.isModern(message)));
                } else {
                    session.handle(received, requester);
                }
            }
            default -> session.handle(received, requester);
        }
    }

    /**
     * Records the revision in the result of {@code initialize}. Returns the result with the capabilities for
     * the app; null if it does not change.
     */
    private @Nullable Slice onInitialized(Slice result) {
        if (Json.type(result) != JsonType.OBJECT) {
            return null;
        }
        String agreedRevision = ObjectEdit.textIn(result, "protocolVersion", MAX_REVISION_BYTES);
        revision = agreedRevision == null ? revision : agreedRevision;
        return canShowApps ? AppCapabilities.addTo(result) : null;
    }

    /**
     * Returns a page of the tools' listing with the tools of the app; null if the page does not change. The
     * tools of the app are only added if {@code plimsoll_read} is listed: without it, there are no stored results.
     */
    private @Nullable Slice withTools(Slice result) {
        ToolsPage page = ToolsPage.of(result);
        if (page == null) {
            return null;
        }
        if (page.hasTool(ShowTools.SHOW)) {
            // the server uses Plimsoll too, and has these tools
            context.markServerApp();
            return null;
        }
        return page.hasTool(ClientFeatures.READ_TOOL)
                ? page.append(List.of(ShowTools.showEntry(), ShowTools.readEntry()))
                : null;
    }

    /** Returns whether the client of this request can show apps. */
    private boolean canShowApps(Message request) {
        return RequestMeta.isModern(request) ? AppExtension.isDeclared(RequestMeta.capabilities(request)) : canShowApps;
    }

    private boolean canAddTools(Message request) {
        Slice params = request.params();
        return canShowApps(request)
                && (params == null || ObjectEdit.textIn(params, "cursor", Integer.MAX_VALUE) == null);
    }

    private ClientFeatures clientFeatures(Message request) {
        String statedRevision = RequestMeta.revision(request);
        return statedRevision == null
                ? Revision.of(revision).clientFeatures().withName(clientName).withApps(canShowApps)
                : Revision.of(statedRevision)
                        .clientFeatures()
                        .withName(ClientName.of(request))
                        .withApps(canShowApps(request));
    }

    private void handleCall(Message request, ReceivedMessages received, Peer requester) {
        String name = ObjectEdit.shortText(request.param("name"), MAX_NAME_BYTES);
        boolean isShow = ShowTools.SHOW.equals(name) && canShowApps(request);
        boolean isRead = ShowTools.READ.equals(name);
        if (!(isShow || isRead) || (context.hasServerApp() && !isStoredHere(request, isShow))) {
            session.handle(received, requester);
            return;
        }
        ClientFeatures client = clientFeatures(request);
        respond(request, requester, () -> {
            try {
                ShowArguments arguments = ShowArguments.parse(request);
                return isShow ? calls.show(arguments, client, requester::onReceipt) : calls.read(arguments, client);
            } catch (RefusedException refused) {
                return refuse(refused, isShow, client, requester);
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                logFailure(e);
                return refuse(showFailure(), isShow, client, requester);
            }
        });
    }

    private Slice refuse(RefusedException why, boolean isShow, ClientFeatures client, Peer requester) {
        return isShow ? calls.refuseShow(why, client, requester::onReceipt) : ShowCalls.refuseRead(why, client);
    }

    /** Returns whether a call reads a result that is stored here, and not by a server that also uses Plimsoll. */
    private boolean isStoredHere(Message request, boolean isShow) {
        Slice params = request.params();
        String cursor = CursorArgument.find(params == null ? null : ObjectEdit.objectIn(params, "arguments"));
        return cursor != null && (isShow ? calls.ownsCursor(cursor) : calls.ownsAppCursor(cursor));
    }

    private void respond(Message request, Peer requester, Supplier<Slice> result) {
        RunningRequest runningRequest = new RunningRequest(Objects.requireNonNull(request.id()), requester);
        if (!running.add(request, runningRequest)) {
            // a request with this id is already running: the client could not tell the two responses apart
            requester.onCancelled();
            return;
        }
        if (running.size() > MAX_RUNNING) {
            ErrorObject error = new ErrorObject(ErrorObject.INTERNAL_ERROR, tooManyRequests());
            send(runningRequest, Message.error(runningRequest.id, error));
            return;
        }
        try {
            context.executor().execute(() -> send(runningRequest, createResponse(runningRequest.id, result)));
        } catch (RuntimeException | OutOfMemoryError e) {
            logFailure(e);
            cancelRequest(runningRequest.id);
        }
    }

    /** Sends a response, unless the request was cancelled. */
    private void send(RunningRequest request, Message response) {
        if (running.remove(request.id, request)) {
            try {
                request.requester.send(response);
            } catch (IOException e) {
                context.log().log(LogSeverity.DEBUG, "the client has disconnected");
            }
        }
    }

    /** Returns the response. If the gateway fails, it is an error, so that the client does not wait forever. */
    private Message createResponse(Slice id, Supplier<Slice> result) {
        try {
            return Message.result(id, result.get());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            logFailure(e);
            return Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, showFailure()));
        }
    }

    private static RefusedException showFailure() {
        return new RefusedException(
                ErrorCode.INTERNAL_ERROR, "the result could not be shown", "read it with plimsoll_read");
    }

    private static RefusedException tooManyRequests() {
        return new RefusedException(
                ErrorCode.RATE_LIMITED,
                "more than " + MAX_RUNNING + " requests for results to show at a time",
                "wait for a response, then repeat the request");
    }

    private void logFailure(Throwable e) {
        context.log().log(
                LogSeverity.ERROR,
                "a result could not be shown",
                "error",
                e.getClass().getName());
    }

    private void cancelRequest(@Nullable Slice id) {
        RunningRequest cancelled = id == null ? null : running.cancel(id);
        if (cancelled != null) {
            cancelled.requester.onCancelled();
        }
    }

    @Override
    public boolean isIdle() {
        return running.isEmpty() && session.isIdle();
    }

    @Override
    public void runMaintenance() {
        session.runMaintenance();
    }

    @Override
    public void cancel() {
        running.removeAll().forEach(request -> request.requester.onCancelled());
        session.cancel();
    }

    @Override
    public void close() {
        session.close();
    }
}
