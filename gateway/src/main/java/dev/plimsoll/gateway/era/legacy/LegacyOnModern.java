package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.era.form.ResultType;
import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.rpc.TruncatedMessageId;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Translates between a legacy client and a modern server. Each request repeats the client's data from {@code
 * initialize}, and input requests in a result become requests to the client.
 */
public final class LegacyOnModern implements MessageFilter, ChangeSubscription.RequestSender {

    private static final String TOOLS_CALL = "tools/call";
    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final Slice discoverResult;
    private final InitializeData initializeData;
    private final ListenSubscriber listenSubscriber;
    private final MultiRoundRequests requests;
    private final TaskPoller taskPoller;
    private final OrderedExecutor serverSender = new OrderedExecutor();
    private final OrderedExecutor clientSender = new OrderedExecutor();
    private volatile @Nullable FilterLink filterLink;

    /** @param discoverResult the result of {@code server/discover} */
    public LegacyOnModern(Slice discoverResult) {
        this.discoverResult = discoverResult;
        this.initializeData = new InitializeData();
        this.listenSubscriber =
                new ListenSubscriber(this, this::replyAsync, InitializeResult.capabilities(discoverResult));
        RequestIds inputIds = RequestIds.unique();
        this.requests = new MultiRoundRequests(
                message -> link().sendToServer(message),
                message -> link().sendToClient(message),
                (id, why) -> link().failRequest(id, why),
                initializeData,
                inputIds);
        this.taskPoller = new TaskPoller(
                message -> link().sendToServer(message),
                message -> link().sendToClient(message),
                (id, why) -> link().failRequest(id, why),
                initializeData,
                inputIds);
    }

    /** Returns whether this is a result of {@code server/discover} of a server that this class can translate. */
    public static boolean canTranslate(@Nullable Slice discoverResult) {
        return InitializeResult.includesModernRevision(discoverResult);
    }

    /** Returns the parameters of {@code server/discover} for a client that sends {@code initialize}. */
    public static Slice discoverParams(@Nullable Slice initializeParams) {
        InitializeData client = new InitializeData();
        client.readParams(initializeParams);
        return client.withClientMetadata(EMPTY_OBJECT);
    }

    /** Translates a tool result for a client of this revision. */
    public static Slice translateToolResult(Slice result, Revision revision) {
        return SegmentedText.of(
                        LegacyResults.translate(TOOLS_CALL, result, revision).toArray(Slice[]::new))
                .joined();
    }

    @Override
    public void start(FilterLink link) {
        filterLink = link;
    }

    private FilterLink link() {
        return Objects.requireNonNull(filterLink);
    }

    // --- messages of the client

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        if (id == null) {
            handleNotification(message);
        } else if (message.isRequest()) {
            handleRequest(message, id);
        } else {
            handleInputResponse(message, id);
        }
    }

    private void handleRequest(Message message, Slice id) throws IOException {
        String method = String.valueOf(message.method());
        Slice params = message.params();
        switch (method) {
            case "initialize" -> {
                initializeData.readParams(params);
                replyAsync(Message.result(
                        id,
                        InitializeResult.fromDiscoverResult(
                                discoverResult, initializeData.revision().text())));
            }
            case "ping" -> replyAsync(Message.result(id, EMPTY_OBJECT));
            case "logging/setLevel" -> replyAsync(setLogLevel(id, params));
            case "resources/subscribe" -> listenSubscriber.subscribe(id, params);
            case "resources/unsubscribe" -> listenSubscriber.unsubscribe(id, params);
            default -> {
                if (!ProtocolMethod.isTask(method) || !ProtocolMethod.canClientSend(method, Revision.LATEST_LEGACY)) {
                    forward(message, id, method);
                } else if (hasTasks() && !method.equals("tasks/list")) {
                    taskPoller.handle(message, id, method);
                } else {
                    replyAsync(methodNotFound(id, "the server does not support " + method));
                }
            }
        }
    }

    /** Returns whether the client and the server have tasks, each of its own era. */
    private boolean hasTasks() {
        return initializeData.revision().hasTasks() && InitializeResult.supportsTasks(discoverResult);
    }

    private void forward(Message message, Slice id, String method) throws IOException {
        Slice params = message.params();
        boolean isTaskRequested =
                params != null && ObjectEdit.valueIn(params, "task") != null && method.equals(TOOLS_CALL);
        // a server without tasks must answer as if the client had not asked for one
        MultiRoundRequest multiRoundRequest = new MultiRoundRequest(message, isTaskRequested && hasTasks());
        Slice serverParams = isTaskRequested && params != null ? ObjectEdit.without(params, "task") : params;
        link().server().send(Message.request(id, method, requests.add(multiRoundRequest, serverParams)));
    }

    private Message setLogLevel(Slice id, @Nullable Slice params) {
        if (ObjectEdit.objectIn(InitializeResult.capabilities(discoverResult), "logging") == null) {
            return methodNotFound(id, "the server does not support logging");
        }
        if (initializeData.setLogLevel(ObjectEdit.textIn(params, "level", 64))) {
            return Message.result(id, EMPTY_OBJECT);
        }
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST, "unknown log level", "use a level from debug to emergency");
        return Message.error(id, new ErrorObject(ErrorObject.INVALID_PARAMS, why));
    }

    private static Message methodNotFound(Slice id, String problem) {
        RefusedException why =
                new RefusedException(ErrorCode.NOT_FOUND, problem, "use the capabilities in the result of initialize");
        return Message.error(id, new ErrorObject(ErrorObject.METHOD_NOT_FOUND, why));
    }

    private void handleNotification(Message message) throws IOException {
        String method = String.valueOf(message.method());
        if (method.equals("notifications/initialized")) {
            listenSubscriber.subscribeToLists();
        }
        Slice id = message.cancelledId();
        if (id != null && !taskPoller.cancel(id)) {
            requests.cancel(id, this::cancel);
        }
        // other notifications concern sessions or requests of the server, which the modern era does not have
    }

    private void handleInputResponse(Message response, Slice id) {
        if (!taskPoller.acceptResponse(response, id)) {
            requests.acceptResponse(response, id);
        }
    }

    @Override
    public void listen(Slice id, Slice notifications) {
        JsonWriter params = new JsonWriter(notifications.length() + 32).beginObject();
        Message request = Message.request(
                id,
                ProtocolMethod.SUBSCRIPTIONS_LISTEN.text(),
                initializeData.withClientMetadata(
                        params.raw("notifications", notifications).endObject().slice()));
        serverSender.execute(() -> link().sendToServer(request));
    }

    @Override
    public void cancel(Slice id) {
        Message notification = Message.cancellation(id, "the client no longer waits for it");
        serverSender.execute(() -> link().sendToServer(notification));
    }

    // --- messages for the client

    /** Sends a message on another thread. The thread that reads from the client must not wait for the client to read. */
    private void replyAsync(Message message) {
        clientSender.execute(() -> link().sendToClient(message));
    }

    @Override
    public void beforeClose() {
        listenSubscriber.close();
        taskPoller.close();
    }

    // --- messages of the server

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        if (message.isResponse() && id != null) {
            handleResponse(message, id, link);
        } else if (id == null && !message.isCancellation()) {
            Message notification = listenSubscriber.toLegacyNotification(message);
            if (notification != null) {
                link.client().onMessage(requests.withClientRequest(notification));
            }
        } else if (message.isRequest() && id != null) {
            link.sendToServer(methodNotFound(id, "this revision requests input by results, not by requests"));
        } else {
            listenSubscriber.onCancelled(message);
        }
    }

    private void handleResponse(Message message, Slice id, FilterLink link) throws IOException {
        if (listenSubscriber.onEnded(id) || taskPoller.onResponse(message)) {
            return;
        }
        MultiRoundRequest multiRoundRequest = requests.find(id);
        Slice result = message.result();
        if (multiRoundRequest == null) {
            link.client().onMessage(message);
        } else if (result != null && ResultType.isInputRequired(message)) {
            requests.requestInput(multiRoundRequest, result);
        } else if (requests.remove(multiRoundRequest)) {
            link.client().onMessage(toLegacyResponse(multiRoundRequest, message, id));
        }
    }

    private Message toLegacyResponse(MultiRoundRequest multiRoundRequest, Message message, Slice id) {
        boolean hasClientId = id.contentEquals(multiRoundRequest.id());
        Message clientMessage = hasClientId ? message : message.withId(multiRoundRequest.id());
        Slice result = clientMessage.result();
        if (result == null) {
            return ModernErrors.translate(multiRoundRequest.method(), clientMessage);
        }
        String resultType = ResultType.find(message);
        boolean isCreatedTask = multiRoundRequest.isTask() && "task".equals(resultType);
        if (resultType != null && !resultType.equals("complete") && !isCreatedTask) {
            RefusedException why = new RefusedException(
                    ErrorCode.UPSTREAM_UNAVAILABLE,
                    "the server returned a result type that the client did not declare",
                    "repeat the request");
            return Message.error(multiRoundRequest.id(), new ErrorObject(ErrorObject.INTERNAL_ERROR, why));
        }
        String method = multiRoundRequest.method();
        Slice resultWithTasks =
                hasTasks() && method.equals("tools/list") ? LegacyResults.withTaskSupport(result) : result;
        List<Slice> translatedResult = LegacyResults.translate(method, resultWithTasks, initializeData.revision());
        if (multiRoundRequest.isTask()) {
            Slice legacyResult =
                    SegmentedText.of(translatedResult.toArray(Slice[]::new)).joined();
            return clientMessage.withResult(taskPoller.createTask(resultType, result, legacyResult));
        }
        return translatedResult.getFirst().isSameRange(result)
                ? clientMessage
                : clientMessage.withResult(translatedResult);
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why, FilterLink link) {
        MultiRoundRequest multiRoundRequest = requests.find(requestId);
        if (multiRoundRequest != null) {
            requests.fail(multiRoundRequest, why);
        } else if (!taskPoller.onFailure(requestId, why)) {
            var _ = listenSubscriber.onEnded(requestId);
        }
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes, FilterLink link) throws IOException {
        Slice id = TruncatedMessageId.find(message.head(), message.tail());
        MultiRoundRequest multiRoundRequest = id == null ? null : requests.find(id);
        RefusedException why = new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the server's response of " + message.length() + " bytes is above the limit of " + maxBytes,
                        "ask for less, or raise maxMessageBytes")
                .detail("bytes", Long.toString(message.length()))
                .detail("allowed", Integer.toString(maxBytes));
        if (multiRoundRequest != null) {
            requests.fail(multiRoundRequest, why);
        } else if (id == null || !taskPoller.onFailure(id, why)) {
            link.client().onMessageTooLong(message, maxBytes);
        }
    }

    @Override
    public void onClosed(String reason, FilterLink link) {
        listenSubscriber.close();
        taskPoller.close();
        link.client().onClosed(reason);
    }
}
