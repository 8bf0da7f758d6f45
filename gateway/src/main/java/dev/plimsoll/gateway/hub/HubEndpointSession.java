package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.hub.method.HubMethodHandlers;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ParallelTasks;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.BatchResponse;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connects one client to all servers. */
final class HubEndpointSession implements EndpointSession {

    private static final String INITIALIZE = "initialize";

    private final HubSession hubSession;
    private final Runnable onClosed;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /** @param onClosed runs after this session is closed */
    HubEndpointSession(HubSession hubSession, Runnable onClosed) {
        this.hubSession = hubSession;
        this.onClosed = onClosed;
    }

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        Message singleMessage = received.single();
        if (singleMessage != null) {
            dispatch(singleMessage, requester);
        } else if (received.messages().isEmpty()) {
            int code = received.isBatch() ? ErrorObject.INVALID_REQUEST : ErrorObject.PARSE_ERROR;
            sendError(requester, Message.error(null, new ErrorObject(code, invalidMessage())));
        } else {
            BatchResponse.handle(received.messages(), requester, this::dispatch, Runnable::run);
        }
    }

    private static RefusedException invalidMessage() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "this is not a JSON-RPC message", "one JSON object, in UTF-8");
    }

    private void dispatch(Message message, Peer requester) {
        if (message.isRequest()) {
            handleRequest(message, requester);
        } else if (message.isResponse()) {
            Message response = hubSession
                    .serverGroup()
                    .tasks()
                    .withServerIdOfRelatedTask(hubSession.caller().subject(), message);
            hubSession.serverRequests().forwardResponse(response, Objects.requireNonNull(response.id()));
        } else {
            handleNotification(message);
        }
    }

    private void handleRequest(Message request, Peer requester) {
        HubRequest hubRequest = hubSession.requests().register(request, requester);
        if (hubRequest == null) {
            RefusedException reason = new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "a request with this id is already pending, or " + PendingRequests.MAX_PENDING
                            + " requests are pending, which is the maximum",
                    "wait for responses, then repeat the request with a new id");
            sendError(requester, Message.error(request.id(), new ErrorObject(ErrorObject.INVALID_REQUEST, reason)));
            return;
        }
        HubMethodHandler hubMethodHandler = HubMethodHandlers.find(hubRequest.method(), hubSession.isModern());
        if (hubMethodHandler == null) {
            hubRequest.sendError(new ErrorObject(
                    ErrorObject.METHOD_NOT_FOUND,
                    new RefusedException(
                            ErrorCode.NOT_FOUND,
                            "the endpoint for all servers does not support this method",
                            "the endpoint of one server: /mcp/NAME")));
            return;
        }
        Thread.ofVirtual().name("plimsoll-hub").start(() -> runHandler(hubMethodHandler, request, hubRequest));
    }

    private void runHandler(HubMethodHandler hubMethodHandler, Message request, HubRequest hubRequest) {
        try {
            if (!hubRequest.method().equals(INITIALIZE) && !hubRequest.method().equals("ping")) {
                hubSession.recordActivity();
            }
            hubMethodHandler.handle(request, hubRequest, hubSession);
        } catch (HubErrorException e) {
            hubRequest.sendError(e.errorObject());
        } catch (RefusedException e) {
            hubRequest.sendError(ErrorObject.of(e));
        } catch (IOException e) {
            hubSession.serverGroup().log().log(LogSeverity.DEBUG, "the client has disconnected");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            StackTraceElement[] frames = e.getStackTrace();
            String location = frames.length == 0 ? "" : frames[0].toString();
            hubSession
                    .serverGroup()
                    .log()
                    .log(
                            LogSeverity.ERROR,
                            "internal error",
                            "error",
                            e.getClass().getName(),
                            "at",
                            location);
            hubRequest.sendError(new ErrorObject(
                    ErrorObject.INTERNAL_ERROR,
                    new RefusedException(
                            ErrorCode.INTERNAL_ERROR, "the request could not be processed", "repeat the request")));
        }
    }

    private void handleNotification(Message notification) {
        switch (String.valueOf(notification.method())) {
            case "notifications/initialized" -> hubSession.recordActivity();
            case "notifications/cancelled" -> hubSession.requests().cancel(notification);
            case "notifications/progress" -> hubSession.serverRequests().forwardProgress(notification);
            case "notifications/roots/list_changed" -> {
                for (ServerLink serverLink : hubSession.serverLinks()) {
                    OpenLink openLink = serverLink.findOpenLink();
                    if (openLink != null) {
                        openLink.send(notification);
                    }
                }
            }
            default ->
                hubSession
                        .serverGroup()
                        .log()
                        .log(LogSeverity.DEBUG, "dropped a client notification that concerns no server");
        }
    }

    private void sendError(Peer requester, Message message) {
        try {
            requester.send(message);
        } catch (IOException e) {
            hubSession.serverGroup().log().log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }

    @Override
    public boolean isIdle() {
        return hubSession.requests().isEmpty();
    }

    @Override
    public void runMaintenance() {
        hubSession.runMaintenance();
    }

    @Override
    public void cancel() {
        for (ServerLink serverLink : hubSession.serverLinks()) {
            OpenLink openLink = serverLink.findOpenLink();
            if (openLink != null) {
                openLink.session().cancel();
            }
        }
        hubSession.requests().cancelAll();
    }

    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            hubSession.end();
            ParallelTasks.map(hubSession.createdLinks(), link -> {
                link.close();
                return true;
            });
            onClosed.run();
        }
    }
}
