package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** A client's way to all servers at once. */
final class HubLine implements Line {

    private static final String OPENING = "initialize";

    private final Talk talk;
    private final Runnable ended;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param ended run when it has been closed */
    HubLine(Talk talk, Runnable ended) {
        this.talk = talk;
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
            refuse(reply, Message.error(null, new Fault(Fault.PARSE_ERROR, noMessage())));
        } else {
            hear(message, reply);
        }
    }

    private void batch(List<Message> messages, Peer reply) {
        if (messages.isEmpty()) {
            refuse(reply, Message.error(null, new Fault(Fault.INVALID_REQUEST, noMessage())));
            return;
        }
        int requests = (int) messages.stream().filter(Message::isRequest).count();
        Batch batch = new Batch(reply, requests);
        for (Message message : messages) {
            Slice id = message.id();
            hear(message, message.isRequest() && id != null ? batch.part(id) : reply);
        }
    }

    private static RefusedException noMessage() {
        return new RefusedException(
                ErrorCode.INVALID_REQUEST, "this is no JSON-RPC message", "one JSON object, in UTF-8");
    }

    private void hear(Message message, Peer reply) {
        if (message.isRequest()) {
            request(message, reply);
        } else if (message.isResponse()) {
            Message answer = talk.circle().tasks().relatedReal(talk.caller().subject(), message);
            talk.asked().answered(answer, Objects.requireNonNull(answer.id()));
        } else {
            notified(message);
        }
    }

    private void request(Message request, Peer reply) {
        Flight flight = talk.flights().begin(request, reply);
        if (flight == null) {
            RefusedException why = new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    "a request with this id is still waiting for its answer, or " + Flights.MOST + " others are",
                    "wait for answers, then repeat the request under an id of its own");
            refuse(reply, Message.error(request.id(), new Fault(Fault.INVALID_REQUEST, why)));
            return;
        }
        Endpoint endpoint = Endpoints.of(flight.method(), talk.modern());
        if (endpoint == null) {
            flight.fault(new Fault(
                    Fault.METHOD_NOT_FOUND,
                    new RefusedException(
                            ErrorCode.NOT_FOUND,
                            "there is no such method where several servers are one",
                            "the address of one server: /mcp/NAME")));
            return;
        }
        Thread.ofVirtual().name("plimsoll-hub").start(() -> answer(endpoint, request, flight));
    }

    private void answer(Endpoint endpoint, Message request, Flight flight) {
        try {
            if (!flight.method().equals(OPENING) && !flight.method().equals("ping")) {
                talk.ready();
            }
            endpoint.answer(request, flight, talk);
        } catch (HubFault e) {
            flight.fault(e.fault());
        } catch (RefusedException e) {
            flight.fault(Fault.of(e));
        } catch (IOException e) {
            talk.circle().log().say(Level.DEBUG, "the client no longer reads");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            StackTraceElement[] frames = e.getStackTrace();
            String where = frames.length == 0 ? "" : frames[0].toString();
            talk.circle()
                    .log()
                    .say(Level.ERROR, "internal error", "error", e.getClass().getName(), "at", where);
            flight.fault(new Fault(
                    Fault.INTERNAL_ERROR,
                    new RefusedException(
                            ErrorCode.INTERNAL_ERROR, "this could not be answered", "repeat the request")));
        }
    }

    private void notified(Message notification) {
        switch (String.valueOf(notification.method())) {
            case "notifications/initialized" -> talk.ready();
            case "notifications/cancelled" -> talk.flights().cancel(notification);
            case "notifications/progress" -> talk.asked().progress(notification);
            case "notifications/roots/list_changed" -> {
                for (Spoke spoke : talk.spokes()) {
                    Live live = spoke.open();
                    if (live != null) {
                        live.tell(notification.bytes());
                    }
                }
            }
            default ->
                talk.circle().log().say(Level.DEBUG, "dropped a notification of the client that is for no server");
        }
    }

    private void refuse(Peer reply, Slice message) {
        try {
            reply.send(message);
        } catch (IOException e) {
            talk.circle().log().say(Level.DEBUG, "the client no longer reads");
        }
    }

    @Override
    public boolean isIdle() {
        return talk.flights().isEmpty();
    }

    @Override
    public void expire() {
        talk.tend();
    }

    @Override
    public void cancel() {
        for (Spoke spoke : talk.spokes()) {
            Live live = spoke.open();
            if (live != null) {
                live.line().cancel();
            }
        }
        talk.flights().cancelAll();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Parallel.each(talk.spokes(), spoke -> {
                spoke.close();
                return true;
            });
            ended.run();
        }
    }
}
