package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.proxy.request.ClientName;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Requests about views that have no response yet, by their ids. */
    private final Map<Slice, RunningRequest> runningRequests = new ConcurrentHashMap<>();

    private volatile String clientName = "";
    private volatile String revision = Revision.OLDEST.text();

    /** @param calls the tool calls of the request; null if it is a subscription, which calls no tool and stays open */
    private record RunningRequest(Peer requester, @Nullable InnerCalls calls) {

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
        Thread.ofVirtual().name("plimsoll-saved-listen").start(() -> listen(copy, id, requested, requester));
    }

    /** Subscribes to the views of a request, and passes the rest of the request to the endpoint. */
    private void listen(Message request, Slice id, RequestedNotifications requested, Peer requester) {
        Slice params = Objects.requireNonNull(request.params(), "params");
        try {
            Map<String, ViewWithServer> accepted = new LinkedHashMap<>();
            for (String name : requested.names()) {
                ViewWithServer found = requests.servers().find(host.views(), name);
                if (found != null) {
                    accepted.put(name, found);
                }
            }
            if (accepted.isEmpty()) {
                session.handle(ReceivedMessages.of(request), requester);
            } else if (!subscriptions.prepare(id, accepted, RequestMeta.of(request))) {
                requester.send(Message.error(id, ErrorObject.of(tooManySubscriptions())));
            } else if (requested.hasOtherNotifications(accepted.keySet())) {
                Message remainder = request.withParams(requested.paramsWithout(accepted.keySet(), params));
                session.handle(ReceivedMessages.of(remainder), new ListenRequester(id, requester));
            } else {
                runningRequests.put(id, new RunningRequest(requester, null));
                subscriptions.acknowledge(id);
            }
        } catch (IOException e) {
            subscriptions.endListen(id);
            host.log().log(LogSeverity.DEBUG, "the client has disconnected");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            subscriptions.endListen(id);
            runningRequests.remove(id);
            send(requester, Message.error(id, ErrorObject.of(requests.internalError(e))));
        }
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
            if (message.isResponse() && result == null && id != null && isMethodNotFound(message)) {
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

    private static boolean isMethodNotFound(Message response) {
        Slice code = response.errorCode();
        return code != null && code.utf8().equals(Integer.toString(ErrorObject.METHOD_NOT_FOUND));
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
        Slice id = request.id();
        InnerCalls calls = InnerCalls.bypassingCache(session::handle, RequestMeta.of(request));
        if (id == null || runningRequests.putIfAbsent(id, new RunningRequest(requester, calls)) != null) {
            // a request with this id is running: the client could not tell the two responses apart
            requester.onCancelled();
            return;
        }
        if (runningRequests.values().stream().filter(RunningRequest::hasCalls).count() > MAX_RUNNING) {
            send(id, requester, Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, tooManyRequests())));
            return;
        }
        Thread.ofVirtual()
                .name("plimsoll-saved-read")
                .start(() -> send(id, requester, createResponse(id, () -> factory.create(request, id, calls))));
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
    private void send(Slice id, Peer requester, Message response) {
        if (runningRequests.remove(id) != null) {
            send(requester, response);
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
        subscriptions.endListen(id);
        RunningRequest cancelled = runningRequests.remove(id);
        if (cancelled == null) {
            return false;
        }
        if (cancelled.calls != null) {
            cancelled.calls.cancel("the client cancelled the request");
        }
        cancelled.requester.onCancelled();
        return true;
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
        runningRequests.keySet().forEach(this::cancelRequest);
        session.cancel();
    }

    @Override
    public void close() {
        subscriptions.close();
        runningRequests.keySet().forEach(this::cancelRequest);
        session.close();
    }
}
