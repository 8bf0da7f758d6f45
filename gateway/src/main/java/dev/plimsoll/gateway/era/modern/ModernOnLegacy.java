package dev.plimsoll.gateway.era.modern;

import dev.plimsoll.gateway.era.form.LogLevels;
import dev.plimsoll.gateway.era.form.TaskMessages;
import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.shared.ConnectionTasks;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Translates between modern requests and a legacy server, which is initialized already. */
public final class ModernOnLegacy implements MessageFilter {

    private static final String TOOLS_CALL = "tools/call";

    private final Slice initializeResult;
    private final PendingRequests<PendingRequest> pendingRequests = new PendingRequests<>(Integer.MAX_VALUE);
    private final OwnRequests ownRequests;
    private final OwnRequests ownTaskRequests;
    private final ListenEmulator listenEmulator;
    private final ModernTaskRequests taskRequests;
    private volatile @Nullable FilterLink filterLink;

    /**
     * A pending request.
     *
     * @param canRequestUrls whether the request may be answered with a request to open a URL
     * @param logLevel the lowest level of the log messages that the request wants; null if the request wants none
     */
    private record PendingRequest(
            String method, boolean canRequestUrls, @Nullable String logLevel) {}

    /**
     * @param initializeResult the result of {@code initialize}
     * @param tasks the tasks of modern clients on the connection
     */
    public ModernOnLegacy(Slice initializeResult, ConnectionTasks tasks) {
        this.initializeResult = initializeResult;
        this.ownRequests = new OwnRequests(request -> link().server().send(request));
        // the thread that reads from the server must not wait for the server to read
        this.ownTaskRequests = new OwnRequests(
                request -> Thread.startVirtualThread(() -> link().sendToServer(request)), PendingRequests.MAX_PENDING);
        this.listenEmulator = new ListenEmulator(ownRequests, message -> link().sendToClient(message));
        this.taskRequests = new ModernTaskRequests(
                ownTaskRequests,
                message -> link().sendToClient(message),
                (id, why) -> link().failRequest(id, why),
                tasks,
                initializeResult);
    }

    /** Translates a tool result for a modern client. */
    public static Slice translateToolResult(Slice result) {
        return ModernMessages.withRequiredMembers(TOOLS_CALL, result);
    }

    @Override
    public void start(FilterLink link) {
        filterLink = link;
    }

    private FilterLink link() {
        return Objects.requireNonNull(filterLink);
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        String method = message.method();
        if (id == null || method == null) {
            if (!listenEmulator.unsubscribe(message)) {
                link.server().send(message);
            }
        } else if (method.equals("server/discover")) {
            link.sendToClient(Message.result(id, ModernMessages.discoverResult(initializeResult)));
        } else if (method.equals(ListenEmulator.METHOD)) {
            listenEmulator.subscribe(message, id, ObjectEdit.objectIn(initializeResult, "capabilities"));
        } else if (taskRequests.handles(method)) {
            taskRequests.handle(message, id, method);
        } else if (ModernMessages.isRemovedMethod(method)) {
            link.sendToClient(Message.error(id, methodNotFound(method)));
        } else if (method.equals(TOOLS_CALL)) {
            taskRequests.call(message, id, (call, callId) -> forward(call, callId, method));
        } else {
            forward(message, id, method);
        }
    }

    private void forward(Message message, Slice id, String method) throws IOException {
        String logLevel = LogLevels.findKnown(RequestMeta.logLevel(message));
        applyLogLevel(logLevel);
        var _ = pendingRequests.add(
                id,
                new PendingRequest(
                        method,
                        ProtocolMethod.allowsInput(method)
                                && ClientAbilities.ofRequest(message).urls(),
                        logLevel));
        Slice params = message.params();
        if (params == null || Json.type(params) != JsonType.OBJECT) {
            link().server().send(message);
        } else {
            link().server().send(message.withParams(ModernMessages.withoutClientMetadata(params)));
        }
    }

    /**
     * Applies the log level that a request wants. If it wants none, the server's level stays, and the log
     * messages are not passed on for this request.
     */
    private void applyLogLevel(@Nullable String level) throws IOException {
        if (level == null) {
            return;
        }
        Slice capabilities = ObjectEdit.objectIn(initializeResult, "capabilities");
        if (capabilities != null && ObjectEdit.valueIn(capabilities, "logging") != null) {
            Slice params = new JsonWriter()
                    .beginObject()
                    .string("level", level)
                    .endObject()
                    .slice();
            ownRequests.sendIgnoringResponse("logging/setLevel", params);
        }
    }

    /**
     * Returns whether the notification is not passed to the client: a log message that its request does not want (or
     * no pending request, if its own is not known), or the status of a task, which modern clients request.
     */
    private boolean isFilteredOut(Message notification) {
        if ("notifications/tasks/status".equals(notification.method())) {
            return true;
        }
        if (!"notifications/message".equals(notification.method())) {
            return false;
        }
        String level = ObjectEdit.shortText(notification.param("level"), 64);
        Slice relatedId = notification.relatedRequestId();
        PendingRequest relatedRequest = relatedId == null ? null : pendingRequests.find(relatedId);
        List<PendingRequest> requests = relatedRequest == null ? pendingRequests.values() : List.of(relatedRequest);
        return requests.stream().noneMatch(request -> LogLevels.isAtLeast(level, request.logLevel()));
    }

    private static ErrorObject methodNotFound(String method) {
        return new ErrorObject(
                ErrorObject.METHOD_NOT_FOUND,
                new RefusedException(
                        ErrorCode.NOT_FOUND,
                        "revision " + Revision.MODERN.text() + " or this server does not support " + method,
                        "call server/discover for the supported capabilities"));
    }

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        if (message.isResponse() && id != null) {
            if (!ownRequests.accept(message) && !ownTaskRequests.accept(message)) {
                handleResponse(message, pendingRequests.remove(id), link);
            }
        } else if (!listenEmulator.forwardChange(message) && !isFilteredOut(message)) {
            link.client().onMessage(message);
        }
    }

    private void handleResponse(Message message, @Nullable PendingRequest request, FilterLink link) throws IOException {
        Slice result = message.result();
        if (result == null) {
            link.client().onMessage(LegacyErrors.translate(message, request != null && request.canRequestUrls()));
            return;
        }
        String method = request == null ? null : request.method();
        Slice task = TOOLS_CALL.equals(method) ? findStartedTask(message) : null;
        if (task != null) {
            link.client().onMessage(taskRequests.toModernResponse(message, task));
            return;
        }
        String missing = ModernMessages.missingMembers(method, result, message.checked());
        link.client().onMessage(missing.isEmpty() ? message : message.withResultMembers(missing));
    }

    /** Returns the task that the server has started for a call, or null. */
    private static @Nullable Slice findStartedTask(Message message) {
        Slice task = message.findInResult("task");
        boolean isTask = task != null && TaskMessages.findId(task) != null;
        return isTask && message.findInResult("content") == null ? task : null;
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why, FilterLink link) throws IOException {
        UpstreamException failure = new UpstreamException(why);
        if (!ownRequests.fail(requestId, failure) && !ownTaskRequests.fail(requestId, failure)) {
            var _ = pendingRequests.remove(requestId);
            link.client().onRequestFailed(requestId, why);
        }
    }
}
