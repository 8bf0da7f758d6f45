package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.proxy.request.ClientName;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.ResultEditor;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.saved.CallerServers.ViewWithServer;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Session of a client that uses saved views. It handles requests about views. To read a view, it calls a tool through
 * the session of the endpoint. All other messages go to the endpoint.
 */
public final class SavedViewSession implements EndpointSession {

    private static final int MAX_TEXT_BYTES = 8_192;

    /** Maximum number of requests about views, without subscriptions, that one session handles at the same time. */
    private static final int MAX_RUNNING = 16;

    private static final Slice EMPTY_RESULT = Slice.of("{}");

    private final EndpointSession session;
    private final SavedViewHost host;
    private final ViewRequests requests;
    private final SessionSubscriptions subscriptions;

    private final PendingRequests<RunningRequest> runningRequests = new PendingRequests<>();

    private volatile String clientName = "";
    private volatile String revision = Revision.OLDEST.text();

    /**
     * A request about views that has no response yet.
     *
     * @param calls the tool calls of the request; null if it is a subscription, which calls no tool and stays open
     */
    private record RunningRequest(
            Slice id, Peer requester, @Nullable InnerCalls calls) {

        boolean hasCalls() {
            return calls != null;
        }
    }

    /**
     * Creates a session.
     *
     * @param session the session with the endpoint, which sends its messages to {@code client}
     * @param servers supplies the servers of the endpoint
     */
    public SavedViewSession(
            EndpointSession session, SavedViewHost host, CallerServers servers, SavedViewClient client) {
        this.session = session;
        this.host = host;
        this.requests = new ViewRequests(host, servers);
        this.subscriptions = new SessionSubscriptions(host, servers, session::handle, client.client());
        client.setSubscriptions(subscriptions);
    }

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        Message message = received.single();
        if (message == null || !message.isRequest()) {
            if (message != null && message.isCancellation() && cancelRequest(message.cancelledId())) {
                return;
            }
            session.handle(received, requester);
            return;
        }
        switch (String.valueOf(message.method())) {
            case "initialize" -> {
                clientName = message.params() == null ? "" : ClientName.ofInitialize(message.params());
                session.handle(received, new ResultEditor(requester, this::onInitialized));
            }
            case "server/discover" ->
                session.handle(received, new ResultEditor(requester, ViewListings::withCapability));
            case "tools/list" -> session.handle(received, new ResultEditor(requester, ViewListings::withSaveArgument));
            case "resources/list" ->
                session.handle(
                        received,
                        isFirstPage(message) ? new ResourceListEditor(clientFeatures(message), requester) : requester);
            case "tools/call" -> handleCall(message, received, requester);
            case "resources/read" -> {
                String name = findViewName(message);
                if (name == null) {
                    session.handle(received, requester);
                } else {
                    respond(
                            message,
                            requester,
                            (request, id, calls) -> requests.readResource(
                                    request, id, name, clientFeatures(request), calls, requester));
                }
            }
            case "resources/subscribe", "resources/unsubscribe" -> handleSubscribe(message, received, requester);
            case "subscriptions/listen" -> handleListen(message, received, requester);
            default -> session.handle(received, requester);
        }
    }

    private @Nullable Slice onInitialized(Slice result) {
        if (Json.type(result) != JsonType.OBJECT) {
            return null;
        }
        String agreedRevision = ObjectEdit.textIn(result, "protocolVersion", MAX_TEXT_BYTES);
        revision = agreedRevision == null ? revision : agreedRevision;
        return ViewListings.withCapability(result);
    }

    private static boolean isFirstPage(Message request) {
        return request.params() == null || ObjectEdit.shortText(request.param("cursor"), Integer.MAX_VALUE) == null;
    }

    private static @Nullable String findViewName(Message request) {
        return ViewName.findInUri(ObjectEdit.shortText(request.param("uri"), MAX_TEXT_BYTES));
    }

    private ClientFeatures clientFeatures(Message request) {
        String statedRevision = RequestMeta.revision(request);
        return statedRevision == null
                ? Revision.of(revision).clientFeatures().withName(clientName)
                : Revision.of(statedRevision).clientFeatures().withName(ClientName.of(request));
    }

    private void handleCall(Message request, ReceivedMessages received, Peer requester) {
        Slice params = request.params();
        String name = ObjectEdit.textIn(params, "name", MAX_TEXT_BYTES);
        Slice arguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        if (!ClientFeatures.READ_TOOL.equals(name) || !ViewArguments.isAboutView(arguments)) {
            session.handle(received, requester);
            return;
        }
        respond(
                request,
                requester,
                (copy, id, calls) -> requests.readTool(copy, id, clientFeatures(copy), calls, requester));
    }

    private void handleSubscribe(Message request, ReceivedMessages received, Peer requester) {
        String name = findViewName(request);
        if (name == null) {
            session.handle(received, requester);
            return;
        }
        boolean isSubscribe = "resources/subscribe".equals(request.method());
        respond(request, requester, (copy, id, calls) -> {
            try {
                if (isSubscribe && !subscriptions.subscribe(requests.requireView(name))) {
                    throw tooManySubscriptions();
                } else if (!isSubscribe) {
                    subscriptions.unsubscribe(name);
                }
                return Message.result(id, EMPTY_RESULT);
            } catch (RefusedException refused) {
                return ViewRequests.toErrorResponse(id, refused, clientFeatures(copy));
            }
        });
    }

    private static RefusedException tooManySubscriptions() {
        return new RefusedException(
                ErrorCode.RATE_LIMITED,
                "this session is subscribed to " + SessionSubscriptions.MAX_SUBSCRIPTIONS + " views",
                "unsubscribe from others first");
    }

    private void handleListen(Message request, ReceivedMessages received, Peer requester) {
        Message copy = request.copy();
        RequestedNotifications requested = RequestedNotifications.parse(copy);
        Slice id = copy.id();
        if (requested == null || id == null) {
            session.handle(received, requester);
            return;
        }
        RunningRequest running = new RunningRequest(id, requester, null);
        if (runningRequests.add(copy, running)) {
            Thread.ofVirtual().name("plimsoll-saved-listen").start(() -> listen(copy, running, requested));
        } else {
            requester.onCancelled();
        }
    }

    private void listen(Message request, RunningRequest running, RequestedNotifications requested) {
        try {
            subscribe(request, running, requested);
        } catch (IOException e) {
            var _ = cancelRequest(running.id);
            host.log().log(LogSeverity.DEBUG, "the client has disconnected");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            subscriptions.endListen(running.id);
            var _ = runningRequests.remove(running.id, running);
            send(running.requester, Message.error(running.id, ErrorObject.of(requests.internalError(e))));
        }
    }

    /** Subscribes to the views of a request, and passes the rest of the request to the endpoint. */
    private void subscribe(Message request, RunningRequest running, RequestedNotifications requested)
            throws IOException {
        Map<String, ViewWithServer> accepted = findViews(requested.names());
        if (accepted.isEmpty()) {
            if (runningRequests.remove(running.id, running)) {
                session.handle(ReceivedMessages.of(request), running.requester);
            }
        } else if (!subscriptions.prepare(running.id, accepted, RequestMeta.of(request))) {
            send(running, Message.error(running.id, ErrorObject.of(tooManySubscriptions())));
        } else if (requested.hasOtherNotifications(accepted.keySet())) {
            Slice params = Objects.requireNonNull(request.params(), "params");
            Message remainder = request.withParams(requested.paramsWithout(accepted.keySet(), params));
            if (runningRequests.remove(running.id, running)) {
                session.handle(ReceivedMessages.of(remainder), new ListenRequester(running.id, running.requester));
            } else {
                subscriptions.endListen(running.id);
            }
        } else if (runningRequests.isPending(running.id, running)) {
            subscriptions.acknowledge(running.id);
        } else {
            // cancelled before the subscriptions were prepared
            subscriptions.endListen(running.id);
        }
    }

    private Map<String, ViewWithServer> findViews(List<String> names) {
        Map<String, ViewWithServer> found = new LinkedHashMap<>();
        for (String name : names) {
            ViewWithServer view = requests.servers().find(host.views(), name);
            if (view != null) {
                found.put(name, view);
            }
        }
        return found;
    }

    /**
     * Peer for a request that listens to views and other notifications. The endpoint's response ends all subscriptions
     * of the request.
     */
    private final class ListenRequester implements Peer {

        private final Slice id;
        private final Peer requester;

        ListenRequester(Slice id, Peer requester) {
            this.id = id;
            this.requester = requester;
        }

        @Override
        public void send(Message message) throws IOException {
            if (message.isResponse()) {
                subscriptions.endListen(id);
                requester.send(message);
            } else if ("notifications/subscriptions/acknowledged".equals(message.method())) {
                subscriptions.acknowledge(message);
            } else {
                requester.send(message);
            }
        }

        @Override
        public void onCancelled() {
            subscriptions.endListen(id);
            requester.onCancelled();
        }
    }

    /** Peer that adds the views to the first page of the resource list. */
    private final class ResourceListEditor implements Peer {

        private final ClientFeatures client;
        private final Peer requester;

        ResourceListEditor(ClientFeatures client, Peer requester) {
            this.client = client;
            this.requester = requester;
        }

        @Override
        public void send(Message message) throws IOException {
            Slice result = message.result();
            Slice id = message.id();
            if (message.isResponse()
                    && result == null
                    && id != null
                    && ErrorObject.codeOf(message) == ErrorObject.METHOD_NOT_FOUND) {
                // the server has no resources, so the list contains only views
                result = ViewListings.emptyResourceList(client);
            }
            Slice listed = result == null ? null : ViewListings.withViews(result, requests.views());
            if (result != null && id != null && message.result() == null) {
                requester.send(Message.result(id, listed == null ? result : listed));
            } else {
                requester.send(listed == null ? message : message.withResult(listed));
            }
        }

        @Override
        public void onReceipt(Receipt receipt) {
            requester.onReceipt(receipt);
        }

        @Override
        public boolean isProgram() {
            return requester.isProgram();
        }

        @Override
        public void onCancelled() {
            requester.onCancelled();
        }
    }

    /** Creates the response to a request. */
    @FunctionalInterface
    private interface ResponseFactory {
        Message create(Message request, Slice id, InnerCalls calls);
    }

    /** Handles a request on another thread, and sends the response unless the request is cancelled. */
    private void respond(Message received, Peer requester, ResponseFactory factory) {
        // a copy, because the request outlives the buffer
        Message request = received.copy();
        Slice id = Objects.requireNonNull(request.id());
        InnerCalls calls = InnerCalls.bypassingCache(session::handle, RequestMeta.of(request));
        RunningRequest running = new RunningRequest(id, requester, calls);
        if (!runningRequests.add(request, running)) {
            // a request with this id is running: the client could not tell the two responses apart
            requester.onCancelled();
            return;
        }
        if (runningRequests.values().stream().filter(RunningRequest::hasCalls).count() > MAX_RUNNING) {
            send(running, Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, tooManyRequests())));
            return;
        }
        Thread.ofVirtual()
                .name("plimsoll-saved-read")
                .start(() -> send(running, createResponse(id, () -> factory.create(request, id, calls))));
    }

    private Message createResponse(Slice id, Supplier<Message> factory) {
        try {
            return factory.get();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return Message.error(id, ErrorObject.of(requests.internalError(e)));
        }
    }

    private static RefusedException tooManyRequests() {
        return new RefusedException(
                ErrorCode.RATE_LIMITED, "too many requests for views are running", "wait for a response, then repeat");
    }

    /** Sends a response, unless the request was cancelled. */
    private void send(RunningRequest request, Message response) {
        if (runningRequests.remove(request.id, request)) {
            send(request.requester, response);
        }
    }

    private void send(Peer requester, Message response) {
        try {
            requester.send(response);
        } catch (IOException e) {
            host.log().log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }

    /** Cancels a request about views. Returns false if the endpoint must also get the cancellation. */
    private boolean cancelRequest(@Nullable Slice id) {
        if (id == null) {
            return false;
        }
        RunningRequest cancelled = runningRequests.cancel(id);
        subscriptions.endListen(id);
        if (cancelled != null) {
            end(cancelled);
        }
        return cancelled != null;
    }

    private static void end(RunningRequest cancelled) {
        if (cancelled.calls != null) {
            cancelled.calls.cancel("the client cancelled the request");
        }
        cancelled.requester.onCancelled();
    }

    private void cancelRunningRequests() {
        for (RunningRequest request : runningRequests.removeAll()) {
            subscriptions.endListen(request.id);
            end(request);
        }
    }

    @Override
    public boolean isIdle() {
        return runningRequests.isEmpty() && !subscriptions.hasListenRequests() && session.isIdle();
    }

    @Override
    public void runMaintenance() {
        session.runMaintenance();
    }

    @Override
    public void cancel() {
        cancelRunningRequests();
        session.cancel();
    }

    @Override
    public void close() {
        subscriptions.close();
        cancelRunningRequests();
        session.close();
    }
}
