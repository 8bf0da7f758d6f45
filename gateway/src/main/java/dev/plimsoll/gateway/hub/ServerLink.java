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

/** One client's link to a server. Opened on first use. */
abstract class ServerLink {

    /** Extra time beyond the limit for opening the server, for its first response. */
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

    /**
     * Returns the link and starts opening it if needed. The future fails with the reason if the server is unavailable.
     */
    abstract CompletableFuture<OpenLink> live();

    /** Returns the link if it is open already; otherwise null. */
    abstract @Nullable OpenLink open();

    /** Returns the server's capabilities and instructions; null if not known. */
    @Nullable HubServerInfo opened() {
        return circle().opened(index);
    }

    abstract void close();

    /** Returns how long a server may take to open. */
    Duration opening() {
        return backend.opening().plus(GRACE);
    }

    ToolNames names() {
        return tool -> circle().tools().shown(index, tool);
    }

    /**
     * Waits for the open link.
     *
     * @throws RefusedException if the server is unavailable or does not open in time
     */
    OpenLink ready(Duration limit) {
        try {
            return live().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RefusedException refused
                    ? refused
                    : UnavailableMessage.because(name(), "it did not initialize in time");
        } catch (TimeoutException e) {
            throw UnavailableMessage.because(name(), "it is still starting");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw UnavailableMessage.because(name(), "the gateway is shutting down");
        }
    }

    OpenLink ready() {
        return ready(opening());
    }

    /** Sends a request of the hub and waits for the response; null if none arrives before the deadline. */
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

    // --- without the server

    /** Returns the name that the cursor's server had; null if the cursor belongs to another server. */
    @Nullable String serverOf(String cursor) {
        return backend.serverOf(hubSession.caller(), hubSession.session(), cursor);
    }

    /** Returns a link that reads the server's snapshots only. */
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

    /** Answers a tool call that is not made, under the server's name. */
    void refuse(Message call, RefusedException reason, HubRequest hubRequest) {
        kept().line().refuse(name(), call, reason, hubRequest);
    }

    /** Answers a tool call that is not made, if it is not known which server the tool belongs to. */
    void refuseForAll(Message call, RefusedException reason, HubRequest hubRequest) {
        kept().line().refuse(Endpoint.ALL, call, reason, hubRequest);
    }

    synchronized void closeKept() {
        if (kept != null) {
            kept.close();
        }
    }

    // --- entries that the client has seen

    void shown(ListKind listKind, Page firstPage) {
        shown.put(listKind, new Shown(firstPage.entries(), firstPage.from()));
    }

    /** Returns whether the client has requested this listing. */
    boolean hasShown(ListKind listKind) {
        return shown.containsKey(listKind);
    }

    /** Returns the first page that the client got last; null if there is none or it came over this link. */
    @Nullable Slice shownBefore(ListKind listKind, OpenLink now) {
        Shown last = shown.get(listKind);
        return last == null || last.from == now ? null : last.entries;
    }
}
