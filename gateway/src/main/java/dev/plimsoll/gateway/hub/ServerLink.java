package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.hub.ListPages.Page;
import dev.plimsoll.gateway.rpc.Message;
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
abstract class ServerLink {

    /** A server that has not answered its first message by then is not waited for any longer. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final int index;
    private final ServerBackend backend;
    private final HubSession hubSession;
    private final Map<ListKind, Shown> shown = new ConcurrentHashMap<>();
    private @Nullable OpenLink kept;

    private record Shown(Slice entries, @Nullable OpenLink from) {}

    ServerLink(int index, HubSession hubSession) {
        this.index = index;
        this.backend = hubSession.circle().backends().get(index);
        this.hubSession = hubSession;
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

    HubSession talk() {
        return hubSession;
    }

    ServerGroup circle() {
        return hubSession.circle();
    }

    /** The line to the server, which begins to be opened where it is not; fails with why it cannot be had. */
    abstract CompletableFuture<OpenLink> live();

    /** The line where it is open already. */
    abstract @Nullable OpenLink open();

    /** What this server can do, as far as it is known. */
    @Nullable HubServerInfo opened() {
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
    OpenLink ready(Duration most) {
        try {
            return live().get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RefusedException refused
                    ? refused
                    : UnavailableMessage.because(name(), "it gave no first answer in time");
        } catch (TimeoutException e) {
            throw UnavailableMessage.because(name(), "it has given no first answer yet");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw UnavailableMessage.because(name(), "the gateway ends");
        }
    }

    OpenLink ready() {
        return ready(opening());
    }

    /** The answer to a request of ours; null when none comes until then. */
    @Nullable Message ask(OpenLink openLink, String method, Slice params, long deadlineNanos) {
        Slice id = new ByteSink().string(hubSession.ownId()).slice();
        UpstreamResponse upstreamResponse = new UpstreamResponse();
        openLink.hear(Message.request(id, method, params), upstreamResponse);
        Message answer = upstreamResponse.until(deadlineNanos);
        if (answer == null && !upstreamResponse.isThere()) {
            openLink.tell(Message.cancelled(id, "no answer in time"));
        }
        return answer;
    }

    // --- what needs no server

    /** The name that the server had whose result this cursor reads; null where that is another server. */
    @Nullable String serverOf(String cursor) {
        return backend.serverOf(hubSession.caller(), hubSession.session(), cursor);
    }

    /** A line to what is kept of the server's results. */
    synchronized OpenLink kept() {
        OpenLink known = kept;
        if (known == null) {
            ServerLine line = backend.kept(hubSession.caller(), hubSession.session(), hubSession.client());
            line.naming(names());
            known = new OpenLink(line);
            kept = known;
            Slice opening = hubSession.opening();
            if (opening != null) {
                ask(known, "initialize", opening, System.nanoTime() + GRACE.toNanos());
            }
        }
        return known;
    }

    /** Answers a call of a tool that is not made, as the tool's own name has it. */
    void refuse(Message call, RefusedException why, HubRequest hubRequest) {
        kept().line().refuse(name(), call, why, hubRequest);
    }

    /** The same where nobody knows whose tool it is. */
    void refuseForAll(Message call, RefusedException why, HubRequest hubRequest) {
        kept().line().refuse(Endpoint.ALL, call, why, hubRequest);
    }

    synchronized void closeKept() {
        if (kept != null) {
            kept.close();
        }
    }

    // --- what the client has been shown

    void shown(ListKind listKind, Page firstPage) {
        shown.put(listKind, new Shown(firstPage.entries(), firstPage.from()));
    }

    /** Whether the client has asked for what this server lists. */
    boolean hasShown(ListKind listKind) {
        return shown.containsKey(listKind);
    }

    /** What the client has last got of the first page, from another line than this; null when there is no such. */
    @Nullable Slice shownBefore(ListKind listKind, OpenLink now) {
        Shown last = shown.get(listKind);
        return last == null || last.from == now ? null : last.entries;
    }
}
