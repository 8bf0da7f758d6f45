package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.backend.ServerLine;
import dev.plimsoll.gateway.hub.Pages.Page;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A server as one client has it: opened when it is needed. */
abstract class Spoke {

    /** A server that has not answered its first message by then is not waited for any longer. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final int index;
    private final ServerBackend backend;
    private final Talk talk;
    private final Map<Kind, Shown> shown = new ConcurrentHashMap<>();
    private @Nullable Live kept;

    private record Shown(Slice entries, @Nullable Live from) {}

    Spoke(int index, Talk talk) {
        this.index = index;
        this.backend = talk.circle().backends().get(index);
        this.talk = talk;
    }

    int index() {
        return index;
    }

    String name() {
        return backend.name();
    }

    ServerBackend backend() {
        return backend;
    }

    Talk talk() {
        return talk;
    }

    Circle circle() {
        return talk.circle();
    }

    /** The line to the server, which begins to be opened where it is not; fails with why it cannot be had. */
    abstract CompletableFuture<Live> live();

    /** The line where it is open already. */
    abstract @Nullable Live open();

    /** What this server can do, as far as it is known. */
    @Nullable Opened opened() {
        return circle().opened(index);
    }

    abstract void close();

    /** How long a server may take until it is open. */
    Duration opening() {
        return backend.opening().plus(GRACE);
    }

    ToolNames names() {
        return tool -> circle().tools().shown(index, tool);
    }

    /**
     * The open line, waited for.
     *
     * @throws RefusedException when the server cannot be had, or not in that time
     */
    Live ready(Duration most) {
        try {
            return live().get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RefusedException refused
                    ? refused
                    : Unavailable.because(name(), "it gave no first answer in time");
        } catch (TimeoutException e) {
            throw Unavailable.because(name(), "it has given no first answer yet");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Unavailable.because(name(), "the gateway ends");
        }
    }

    Live ready() {
        return ready(opening());
    }

    /** The answer to a request of ours; null when none comes until then. */
    @Nullable Message ask(Live live, String method, Slice params, long deadlineNanos) {
        Slice id = new ByteSink().string(talk.ownId()).slice();
        Reply reply = new Reply();
        live.hear(Message.request(id, method, params), reply);
        Message answer = reply.until(deadlineNanos);
        if (answer == null && !reply.isThere()) {
            live.tell(Message.cancelled(id, "no answer in time"));
        }
        return answer;
    }

    // --- what needs no server

    /** The name that the server had whose result this cursor reads; null where that is another server. */
    @Nullable String serverOf(String cursor) {
        return backend.serverOf(talk.caller(), talk.session(), cursor);
    }

    /** A line to what is kept of the server's results. */
    synchronized Live kept() {
        Live known = kept;
        if (known == null) {
            ServerLine line = backend.kept(talk.caller(), talk.session(), talk.client());
            line.naming(names());
            known = new Live(line);
            kept = known;
            Slice opening = talk.opening();
            if (opening != null) {
                ask(known, "initialize", opening, System.nanoTime() + GRACE.toNanos());
            }
        }
        return known;
    }

    /** Answers a call of a tool that is not made, as the tool's own name has it. */
    void refuse(Message call, RefusedException why, Flight flight) {
        kept().line().refuse(name(), call, why, flight);
    }

    /** The same where nobody knows whose tool it is. */
    void refuseForAll(Message call, RefusedException why, Flight flight) {
        kept().line().refuse(Backend.ALL, call, why, flight);
    }

    synchronized void closeKept() {
        if (kept != null) {
            kept.close();
        }
    }

    // --- what the client has been shown

    void shown(Kind kind, Page firstPage) {
        shown.put(kind, new Shown(firstPage.entries(), firstPage.from()));
    }

    /** Whether the client has asked for what this server lists. */
    boolean hasShown(Kind kind) {
        return shown.containsKey(kind);
    }

    /** What the client has last got of the first page, from another line than this; null when there is no such. */
    @Nullable Slice shownBefore(Kind kind, Live now) {
        Shown last = shown.get(kind);
        return last == null || last.from == now ? null : last.entries;
    }
}
