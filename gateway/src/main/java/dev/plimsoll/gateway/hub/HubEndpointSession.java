package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connects one client to all servers. */
final class HubEndpointSession implements EndpointSession {

    private static final String OPENING = "initialize";

    private final HubSession hubSession;
    private final Runnable ended;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param ended runs after this session is closed */
    HubEndpointSession(HubSession hubSession, Runnable ended) {
        this.hubSession = hubSession;
        this.ended = ended;
    }

    @Override
    public void hear(Slice body, Peer reply) {
        if (Envelope.isBatch(body)) {
            batch(Message.batch(body), reply);
            return;
        }
        Message message = Message.of(body);
        if (message == null) {
            refuse(reply, Message.error(null, new ErrorObject(ErrorObject.PARSE_ERROR, noMessage())));
        } else {
            dispatch(message, reply);
        }
    }

    private void batch(List<Message> messages, Peer reply) {
        if (messages.isEmpty()) {
            refuse(reply, Message.error(null, new ErrorObject(ErrorObject.INVALID_REQUEST, noMessage())));
            return;
        }
        int requests = (int) messages.stream().filter(Message::isRequest).count();
        HubBatch hubBatch = new HubBatch(reply, requests);
        for (Message message : messages) {
            Slice id = message.id();
            dispatch(message, message.isRequest() && id != null ? hubBatch.part(id) : reply);
        }
    }

    private static RefusedException noMessage() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "this is not a JSON-RPC message", "one JSON object, in UTF-8");
    }

    private void dispatch(Message message, Peer reply) {
        if (message.isRequest()) {
            request(message, reply);
        } else if (message.isResponse()) {
            Message answer =
                    hubSession.circle().tasks().relatedReal(hubSession.caller().subject(), message);
            hubSession.asked().answered(answer, Objects.requireNonNull(answer.id()));
        } else {
            notified(message);
        }
    }

    private void request(Message request, Peer reply) {
        HubRequest hubRequest = hubSession.flights().begin(request, reply);
        if (hubRequest == null) {
            RefusedException reason = new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "a request with this id is pending, or " + HubRequests.MOST + " others are",
                    "wait for responses, then repeat the request with a new id");
            refuse(reply, Message.error(request.id(), new ErrorObject(ErrorObject.INVALID_REQUEST, reason)));
            return;
        }
        HubMethodHandler hubMethodHandler = HubMethodHandlers.of(hubRequest.method(), hubSession.modern());
        if (hubMethodHandler == null) {
            hubRequest.fault(new ErrorObject(
                    ErrorObject.METHOD_NOT_FOUND,
                    new RefusedException(
                            ErrorCode.NOT_FOUND,
                            "the endpoint for all servers does not support this method",
                            "the endpoint of one server: /mcp/NAME")));
            return;
        }
        Thread.ofVirtual().name("plimsoll-hub").start(() -> answer(hubMethodHandler, request, hubRequest));
    }

    private void answer(HubMethodHandler hubMethodHandler, Message request, HubRequest hubRequest) {
        try {
            if (!hubRequest.method().equals(OPENING) && !hubRequest.method().equals("ping")) {
                hubSession.ready();
            }
            hubMethodHandler.answer(request, hubRequest, hubSession);
        } catch (HubErrorException e) {
            hubRequest.fault(e.fault());
        } catch (RefusedException e) {
            hubRequest.fault(ErrorObject.of(e));
        } catch (IOException e) {
            hubSession.circle().log().log(LogSeverity.DEBUG, "the client has disconnected");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            StackTraceElement[] frames = e.getStackTrace();
            String where = frames.length == 0 ? "" : frames[0].toString();
            hubSession
                    .circle()
                    .log()
                    .log(
                            LogSeverity.ERROR,
                            "internal error",
                            "error",
                            e.getClass().getName(),
                            "at",
                            where);
            hubRequest.fault(new ErrorObject(
                    ErrorObject.INTERNAL_ERROR,
                    new RefusedException(
                            ErrorCode.INTERNAL_ERROR, "the request could not be processed", "repeat the request")));
        }
    }

    private void notified(Message notification) {
        switch (String.valueOf(notification.method())) {
            case "notifications/initialized" -> hubSession.ready();
            case "notifications/cancelled" -> hubSession.flights().cancel(notification);
            case "notifications/progress" -> hubSession.asked().progress(notification);
            case "notifications/roots/list_changed" -> {
                for (ServerLink serverLink : hubSession.spokes()) {
                    OpenLink openLink = serverLink.open();
                    if (openLink != null) {
                        openLink.tell(notification.bytes());
                    }
                }
            }
            default ->
                hubSession
                        .circle()
                        .log()
                        .log(LogSeverity.DEBUG, "dropped a client notification that is for no server");
        }
    }

    private void refuse(Peer reply, Slice message) {
        try {
            reply.send(message);
        } catch (IOException e) {
            hubSession.circle().log().log(LogSeverity.DEBUG, "the client has disconnected");
        }
    }

    @Override
    public boolean isIdle() {
        return hubSession.flights().isEmpty();
    }

    @Override
    public void expire() {
        hubSession.tend();
    }

    @Override
    public void cancel() {
        for (ServerLink serverLink : hubSession.spokes()) {
            OpenLink openLink = serverLink.open();
            if (openLink != null) {
                openLink.line().cancel();
            }
        }
        hubSession.flights().cancelAll();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            ParallelTasks.each(hubSession.spokes(), link -> {
                link.close();
                return true;
            });
            ended.run();
        }
    }
}
