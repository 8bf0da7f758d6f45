package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Pending.Waiting;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.LostId;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.gateway.wire.TooLarge;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Client;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins a client and a server. One thread brings what the client says, one what the server says; each waits when the other
 * end does not read, so nothing piles up here.
 */
public final class Relay {

    private static final Duration PROGRESS = Duration.ofSeconds(1);

    private final Peer client;
    private final Peer upstream;
    private final Workers workers;
    private final Log log;
    private final Conversation conversation;
    private final Pending pending = new Pending();
    private final Questions questions;
    private final Arrivals arrivals;
    private final Aside aside;

    private volatile @Nullable RefusedException gone;

    /**
     * A relay.
     *
     * @param server the server's name, as rules and messages have it
     */
    public Relay(Peer client, Peer upstream, Guards guard, String server, Workers workers, Log log) {
        this(client, upstream, guard, server, new Known(), workers, log);
    }

    /**
     * The same.
     *
     * @param known what is known of the server already, and will be
     */
    public Relay(Peer client, Peer upstream, Guards guard, String server, Known known, Workers workers, Log log) {
        this.client = client;
        this.upstream = upstream;
        this.workers = workers;
        this.log = log;
        this.conversation = new Conversation(guard, server, known, log, new OwnRequests(upstream, server));
        this.questions = new Questions(client, workers, log);
        this.arrivals = new Arrivals(questions, log);
        this.aside = new Aside(workers);
    }

    /** What the client calls the tools, where that is not what the server calls them. */
    public void naming(ToolNames names) {
        conversation.naming(names);
    }

    /** Whether the server has ended. */
    public boolean isOver() {
        return gone != null;
    }

    /** Whether the server has listed a tool that reads on. */
    public boolean hasReader() {
        return conversation.tools().get(Client.READ_TOOL) != null;
    }

    /** Answers a call of a tool, of that server or another, by saying why it is not made. */
    public void refuse(String server, Message call, RefusedException why, Peer reply) {
        Route.Here here = conversation.refusal(server, call, why);
        workers.run(() -> answerHere(call, here, reply));
    }

    // --- what the client says

    /**
     * One message of the client.
     *
     * @throws IOException when the client is gone
     */
    public void fromClient(Slice line) throws IOException {
        fromClient(line, client);
    }

    /** The same where answers go another way than what the server says by itself. May be called by many threads. */
    public void fromClient(Slice line, Peer reply) throws IOException {
        if (Envelope.isBatch(line)) {
            batchFromClient(line, reply);
            return;
        }
        Message message = Message.of(line);
        if (message == null) {
            log.say(Level.WARN, "the client sent what is no message", "bytes", line.length());
            answer(reply, Message.error(null, new Fault(Fault.PARSE_ERROR, Failures.noMessage())));
        } else {
            fromClient(message, reply);
        }
    }

    /** A message of the client was above the limit and is lost. */
    public void clientSentTooMuch(LineTooLongException lost, int most) {
        log.say(Level.WARN, "skipped a message of the client above the limit", "bytes", lost.length(), "limit", most);
        Slice id = LostId.in(lost.head(), lost.tail());
        RefusedException why = TooLarge.lost("a message", lost.length(), most);
        answer(client, Message.error(id, new Fault(Fault.INVALID_REQUEST, why)));
    }

    private void batchFromClient(Slice line, Peer answers) {
        List<Message> messages = Message.batch(line);
        if (messages.isEmpty()) {
            log.say(Level.WARN, "the client sent an empty or broken batch", "bytes", line.length());
            answer(answers, Message.error(null, new Fault(Fault.INVALID_REQUEST, Failures.noMessage())));
            return;
        }
        int requests = (int) messages.stream().filter(Message::isRequest).count();
        Peer reply = requests == 0 ? answers : new BatchReply(answers, requests);
        messages.forEach(message -> fromClient(message, reply));
    }

    private void fromClient(Message message, Peer reply) {
        if (message.isRequest()) {
            Conversation now = conversation.pinned();
            follow(message, route(message, now), now, reply);
            return;
        }
        if (questions.take(message) || questions.end(message)) {
            return;
        }
        if ("notifications/cancelled".equals(message.method()) && message.params() != null) {
            Slice id = ObjectEdit.valueIn(message.params(), "requestId");
            Waiting follower = id == null ? null : aside.cancel(id);
            Waiting cancelled = id == null || follower != null ? follower : pending.remove(id);
            if (cancelled != null && cancelled.reply() instanceof BatchReply) {
                // whoever waits for the others of the batch needs an answer for each
                answer(cancelled.reply(), Failures.answer(cancelled, Failures.cancelled()));
            } else if (cancelled != null) {
                cancelled.abandoned();
            }
            if (follower != null) {
                return;
            }
        }
        if (Admission.passes(message, conversation)) {
            toUpstream(message.bytes());
        }
    }

    private Route route(Message request, Conversation now) {
        if (!Admission.isClear(request, now)) {
            return Admission.unclear();
        }
        Endpoint endpoint = Endpoints.of(String.valueOf(request.method()));
        if (endpoint == null) {
            return Route.THROUGH;
        }
        try {
            return endpoint.route(request, now);
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            Failures.log(log, e, "a request passes unchanged where its client may do everything");
            return Admission.orUnclear(Route.THROUGH, now);
        }
    }

    private void follow(Message request, Route route, Conversation now, Peer reply) {
        if (route instanceof Route.Onward onward) {
            send(request, onward, reply);
        } else if (route instanceof Route.Here here) {
            workers.run(() -> answerHere(request, here, reply));
        } else if (route instanceof Route.Ready ready) {
            workers.run(() -> answer(reply, arrivals.ready(Waiting.of(request, reply, ready.arrival()))));
        } else if (route instanceof Route.Later later) {
            Supplier<Route> deciding = () -> decided(request, later, now);
            aside.decide(request, reply, deciding, decided -> follow(request, decided, now, reply));
        } else if (route instanceof Route.Joined joined) {
            Progress progress = Progress.of(request, client, PROGRESS);
            aside.join(request, joined, progress, reply, landed -> follow(request, landed, now, reply));
        }
    }

    private Route decided(Message request, Route.Later later, Conversation now) {
        try (var _ = Progress.of(request, client, PROGRESS)) {
            return later.route().get();
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            Failures.log(log, e, "a request passes unchanged where its client may do everything");
            return Admission.orUnclear(Route.THROUGH, now);
        }
    }

    private void send(Message request, Route.Onward onward, Peer reply) {
        Waiting waiting = Waiting.of(request, reply, onward.arrival());
        RefusedException tooOften = Pace.ofServer(request, conversation);
        if (tooOften != null) {
            answer(reply, Failures.answer(waiting, tooOften));
            return;
        }
        if (!pending.add(waiting)) {
            Route.discard(onward);
            RefusedException why = new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    pending.size() < Pending.MOST
                            ? "a request with this id is still waiting for its answer"
                            : "more than " + Pending.MOST + " requests wait for their answers",
                    "wait for answers, then repeat the request under an id of its own");
            answer(reply, Message.error(waiting.id(), new Fault(Fault.INVALID_REQUEST, why)));
            return;
        }
        Slice params = request.params();
        if (onward.params() == null || params == null) {
            toUpstream(request.bytes());
        } else {
            toUpstream(request.with(params, List.of(onward.params())));
        }
        RefusedException ended = gone;
        if (ended != null && pending.remove(waiting.id()) != null) {
            answer(reply, Failures.answer(waiting, ended));
        }
    }

    private void toUpstream(Slice... pieces) {
        try {
            upstream.send(pieces);
        } catch (IOException e) {
            // the thread that listens to the server hears of its end too, and says so to all who wait
            log.say(Level.DEBUG, "the server no longer reads");
        }
    }

    private void answerHere(Message request, Route.Here here, Peer reply) {
        Slice id = request.id();
        if (id == null) {
            return;
        }
        Slice answer;
        try (var _ = Progress.of(request, client, PROGRESS)) {
            answer = Failures.answer(id, here.answer(), log);
        }
        answer(reply, answer);
    }

    /** Never from the thread that listens to the client: the client may be waiting for that one to read. */
    private void answer(Peer reply, Slice... message) {
        if (message.length == 0) {
            return;
        }
        Runnable sending = () -> {
            try {
                reply.send(message);
            } catch (IOException e) {
                log.say(Level.DEBUG, "the client no longer reads");
            }
        };
        if (Workers.isOne()) {
            sending.run();
        } else {
            workers.run(sending);
        }
    }

    // --- what the server says

    /**
     * One message of the server.
     *
     * @throws IOException when the client is gone
     */
    public void fromUpstream(Slice line) throws IOException {
        List<Message> batch = Envelope.isBatch(line) ? Message.batch(line) : List.of();
        if (!batch.isEmpty()) {
            for (Message message : batch) {
                fromUpstream(message);
            }
            return;
        }
        Message message = Message.of(line);
        if (message == null) {
            log.say(Level.WARN, "skipped output of the server that is no message", "bytes", line.length());
        } else {
            fromUpstream(message);
        }
    }

    /** A message of the server was above the limit and is lost. */
    public void upstreamSentTooMuch(LineTooLongException lost, int most) throws IOException {
        log.say(Level.WARN, "skipped a message of the server above the limit", "bytes", lost.length(), "limit", most);
        Slice id = LostId.in(lost.head(), lost.tail());
        Waiting waiting = id == null ? null : pending.remove(id);
        if (waiting != null) {
            RefusedException why = TooLarge.lost("the server's answer", lost.length(), most);
            waiting.reply().send(Failures.answer(waiting, why));
        }
    }

    /** The same of one that was looked at already and is no batch. */
    void fromUpstream(Message message) throws IOException {
        if (!message.isResponse()) {
            pending.heard(message);
            client.send(conversation.heard(message));
            return;
        }
        Slice id = message.id();
        if (id == null || conversation.ownRequests().take(message)) {
            return;
        }
        Waiting waiting = pending.remove(id);
        if (waiting == null) {
            log.say(
                    Level.INFO,
                    "dropped an answer to no request that waits",
                    "bytes",
                    message.bytes().length());
            return;
        }
        arrivals.bring(message, id, waiting);
    }

    /** The server gives no answer to one request. */
    void upstreamFailed(Slice id, RefusedException why) {
        Message error = Message.of(Message.error(id, new Fault(Fault.INTERNAL_ERROR, why)));
        if (error == null || conversation.ownRequests().take(error)) {
            return;
        }
        Waiting waiting = pending.remove(id);
        if (waiting != null) {
            log.say(
                    Level.WARN,
                    "a request failed",
                    "server",
                    conversation.server(),
                    "method",
                    waiting.method(),
                    "code",
                    why.code(),
                    "why",
                    why.getMessage());
            answer(waiting.reply(), Failures.answer(waiting, why));
        }
    }

    /** Something went wrong that the server lives on with. */
    public void upstreamTroubled(String what) {
        log.say(Level.WARN, what, "server", conversation.server());
    }

    /** The server has ended: all who wait for it, or will, are told. */
    public void upstreamGone(String why) {
        upstreamGone(Failures.unavailable(conversation.server(), why));
    }

    void upstreamGone(RefusedException why) {
        gone = why;
        conversation.ownRequests().end(why);
        questions.end();
        aside.end();
        pending.all().forEach(waiting -> answer(waiting.reply(), Failures.answer(waiting, why)));
    }

    /** Gives up on requests of which the server has given no sign for so long. */
    public void expire(Duration patience) {
        for (Waiting waiting : pending.silentSince(System.nanoTime() - patience.toNanos())) {
            log.say(Level.WARN, "the server gave no answer in time", "method", waiting.method());
            RefusedException timeout = Failures.timeout(conversation.server(), patience.toSeconds());
            answer(waiting.reply(), Failures.answer(waiting, timeout));
            toUpstream(Message.cancelled(waiting.id(), "no answer in time"));
        }
        aside.expire(patience);
        conversation.ownRequests().expire(patience);
    }

    /** The client wants none of the answers that it waits for. */
    public void cancelAll() {
        aside.cancelAll();
        for (Waiting waiting : pending.all()) {
            waiting.abandoned();
            toUpstream(Message.cancelled(waiting.id(), "the client is gone"));
        }
    }

    /** Whether anyone still waits for the server. */
    public boolean isIdle() {
        return pending.size() == 0 && aside.isEmpty();
    }
}
